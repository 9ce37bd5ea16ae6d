"""Drives `grundy mcp` by the official client of the protocol: python mcp_client.py PROGRAM"""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        # The client holds each result against the schema of its tool.
        about = (await session.initialize()).model_dump(by_alias=True)
        assert "game S = take" in about["instructions"], about
        tools = await session.list_tools()
        assert [tool.name for tool in tools.tools] == ["run", "check", "help"], tools
        await session.call_tool("run", {"code": "game S = take <1,2,3>"})
        # As the protocol names the parts: the client's own names changed with its second version.
        answer = (await session.call_tool("run", {"code": "winner S(3) + S(4)"})).model_dump(by_alias=True)
        assert answer["content"][0]["text"].startswith("First player wins"), answer
        assert not answer["isError"] and answer["structuredContent"]["answers"], answer
        for code, data in [
            ("print 2^53 + 1, 7", {"type": "print", "values": ["9007199254740993", 7]}),
            ("values Nim 0..100000", {"type": "cut", "kind": "values"}),
        ]:
            answer = (await session.call_tool("run", {"code": code})).model_dump(by_alias=True)
            assert answer["structuredContent"]["answers"] == [{**data, "statement": code}], answer
        for code in ["play Nim(3)", "quiz Nim", "explain Nim(2^60) + Nim(3)", "period Kayles", "winner Foo(3)", "print 1" + "0" * 100]:
            await session.call_tool("run", {"code": code})
        await session.call_tool("help", {"word": "Kayles"})
        mistake = (await session.call_tool("check", {"code": "winer S(3)"})).model_dump(by_alias=True)
        assert mistake["isError"] and "E0128" in mistake["content"][0]["text"], mistake
    print("The client of the Model Context Protocol: all is well.")


asyncio.run(main(sys.argv[1]))

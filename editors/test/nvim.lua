-- Drives `grundy lsp` by Neovim's own client, which what the README prints has started: mistakes, a correction, completion, help,
-- renaming, even form. `grundy` has to be on the path.
-- nvim --headless -u NONE -c 'luafile editors/test/nvim.lua'

local root = vim.fn.fnamemodify(debug.getinfo(1).source:sub(2), ':p:h:h')

local function check(what, is_right, shown)
  if not is_right then
    io.stderr:write('nvim: ' .. what .. ': ' .. vim.inspect(shown) .. '\n')
    vim.cmd('cquit 1')
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

-- What the README tells users to put into `init.lua`.
local function snippet()
  local readme = table.concat(vim.fn.readfile(root .. '/README.md'), '\n')
  return readme:match('```lua\n(.-)\n```')
end

local function run()
  vim.opt.runtimepath:prepend(root .. '/vim')
  vim.cmd('filetype plugin on | syntax on')
  local file = vim.fn.tempname() .. '.cgt'
  vim.fn.writefile({ 'game S = take <1,2,3>', 'winer S(3)', 'print  grundy S(5)+1', 'let é = 2' }, file)
  loadstring(snippet())()
  vim.cmd('edit ' .. file)
  check('the type of the file', vim.bo.filetype == 'grundy', vim.bo.filetype)
  local colour = vim.fn.synIDattr(vim.fn.synID(1, 1, 1), 'name')
  check('the colour of `game`', colour == 'grundyKeyword', colour)

  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  vim.wait(10000, function() return #clients({ name = 'grundy' }) > 0 end, 20)
  local found = clients({ name = 'grundy' })
  check('the client', #found == 1 and found[1].config.root_dir == vim.fs.dirname(file), found)
  local client = found[1].id
  local function mistakes()
    return vim.diagnostic.get(0)
  end
  vim.wait(10000, function() return #mistakes() > 0 end, 20)
  check('one mistake', #mistakes() == 1 and mistakes()[1].lnum == 1, mistakes())

  local function ask(method, line, column, more)
    local params = vim.tbl_extend('force', {
      textDocument = vim.lsp.util.make_text_document_params(),
      position = { line = line, character = column },
      range = { start = { line = line, character = 0 }, ['end'] = { line = line, character = column } },
      context = { diagnostics = {} },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/' .. method, params, 10000)
    check(method, answers and answers[client] and not answers[client].err, answers)
    return answers[client].result
  end

  local actions = ask('codeAction', 1, 5)
  check('a correction', #actions == 1 and actions[1].isPreferred, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  check('the corrected line', lines()[2] == 'winner S(3)', lines())
  vim.wait(10000, function() return #mistakes() == 0 end, 20)
  check('no mistake', #mistakes() == 0, mistakes())

  local offers = ask('completion', 2, 4)
  check('completion', vim.tbl_contains(vim.tbl_map(function(offer) return offer.label end, offers), 'print'), offers)
  local help = ask('hover', 1, 8)
  check('help', help.contents.value:find('game S = take <1,2,3>', 1, true), help)
  vim.lsp.util.apply_workspace_edit(ask('rename', 0, 5, { newName = 'Coins' }), 'utf-16')
  check('renaming', lines()[1] == 'game Coins = take <1,2,3>' and lines()[2] == 'winner Coins(3)', lines())
  vim.lsp.util.apply_text_edits(ask('formatting', 0, 0, { options = { tabSize = 4, insertSpaces = true } }), vim.api.nvim_get_current_buf(), 'utf-16')
  check('even form', lines()[3] == 'print grundy Coins(5) + 1', lines())
  check('the rest', lines()[4] == 'let é = 2' and #lines() == 4, lines())
  local hints = ask('inlayHint', 9, 0, { range = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } } })
  check('answers', #hints == 2 and hints[2].label == '2', hints)
  vim.lsp.stop_client(client)
  local version = vim.version()
  print(('Neovim %d.%d: all is well.\n'):format(version.major, version.minor))
  vim.cmd('qall!')
end

local ok, problem = pcall(run)
check('an error', ok, problem)

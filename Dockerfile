# docker build -t grundy .
# docker run --rm -it grundy                               the prompt
# docker run --rm -v "$PWD:/work:ro" grundy lesson.cgt     a script of this folder
FROM rust:1.95-slim-bookworm AS build
WORKDIR /grundy
COPY Cargo.toml Cargo.lock README.md ./
COPY engine engine
COPY text text
COPY language language
COPY session session
COPY src src
COPY grammar grammar
COPY docs docs
COPY proof proof
COPY benches benches
RUN target="$(uname -m)-unknown-linux-musl" && rustup target add "$target" \
    && cargo build --release --locked --target "$target" && cp "target/$target/release/grundy" /usr/local/bin/grundy

# Nothing but the program: it is one static file.
FROM scratch
COPY --from=build /usr/local/bin/grundy /usr/local/bin/grundy
# Nobody's number, so that a script has no more rights than it needs.
USER 65534:65534
WORKDIR /work
ENV TERM=xterm-256color HOME=/tmp
ENTRYPOINT ["/usr/local/bin/grundy"]

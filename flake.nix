{
  # nix run .        the prompt
  # nix develop      a shell with what the tests and the page are built with
  description = "A small language, a prompt and a script runner for impartial games";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      cargo = builtins.fromTOML (builtins.readFile ./Cargo.toml);
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = cargo.package.name;
          version = cargo.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests are the continuous integration's: they take minutes, and want a terminal.
          doCheck = false;
          postInstall = ''
            installManPage src/cli/generated/grundy.1
            installShellCompletion src/cli/generated/grundy.{bash,fish} --zsh src/cli/generated/grundy.zsh
          '';
          meta = {
            description = cargo.package.description;
            homepage = cargo.workspace.package.repository;
            license = with nixpkgs.lib.licenses; [ asl20 mit ];
            mainProgram = "grundy";
          };
        };
      });

      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.cargo pkgs.clippy pkgs.rustc pkgs.rustfmt pkgs.nodejs pkgs.python3 pkgs.xz ];
        };
      });
    };
}

//! The program: it carries out the command line, on a thread with a large stack.

#![deny(
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::CommandFactory;
use clap::error::ErrorKind;
use grundy_engine::solve::{Limits, Signal};

use grundy::cli::{Cli, Command, MAN_PAGE, RunArguments, ScriptArgument};
use grundy::host::{DEFERRED_DROPS, ExitStatus, Host, Saved, Settings, Watch, process, remark};
use grundy::service::{Clock, CountingAllocator, Flow, FrontEnd, STACK, Service, guarded};
use grundy::source::Span;
use grundy::{repl, servers};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    let cli = Cli::read();
    if let Err(problem) = check_lesson_can_be_shown(&cli.run) {
        Cli::command().error(ErrorKind::MissingRequiredArgument, problem).exit();
    }
    if let Some(text) = cli.command.as_ref().and_then(description) {
        return print(text);
    }
    process::leave_interrupts_to_others();
    let work = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&cli));
    match work.map(|thread| thread.join()) {
        Ok(Ok(status)) => ExitCode::from(status.code()),
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Checks that `--echo` and `--present` have a script to show, and `--present` a terminal.
fn check_lesson_can_be_shown(run: &RunArguments) -> Result<(), &'static str> {
    let is_input = |script: &ScriptArgument| matches!(script, ScriptArgument::File(file) if file == Path::new("-"));
    let reads_input = run.scripts.is_empty() || run.scripts.iter().any(is_input);
    if run.echo && run.scripts.is_empty() && io::stdin().is_terminal() {
        return Err("--echo shows a script: name one, as in `grundy --echo lesson.cgt`");
    }
    let files: Vec<_> = run.script_files().collect();
    // What is not there yet may come.
    if run.watch && (files.is_empty() || files.iter().any(|file| file.exists() && !file.is_file())) {
        return Err("--watch needs the file of a script, which can be saved: `grundy --watch lesson.cgt`");
    }
    if run.present && reads_input {
        return Err("--present needs the file of a lesson, as in `grundy --present lesson.cgt`: keys come from the \
                    standard input");
    }
    if run.present && !repl::can_present() {
        return Err("--present needs a terminal; elsewhere `grundy --echo lesson.cgt` shows the same lesson as text");
    }
    Ok(())
}

/// What the commands `completions` and `man` print.
fn description(command: &Command) -> Option<&'static str> {
    match command {
        Command::Completions { shell } => Some(shell.completions()),
        Command::Man => Some(MAN_PAGE),
        Command::Fmt { .. } | Command::Lsp { .. } | Command::Mcp { .. } | Command::Class { .. } => None,
    }
}

fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader wants no more, as in `grundy man | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(cli: &Cli) -> ExitStatus {
    let run = &cli.run;
    let clock = Clock::new(Arc::new(Signal::measured(&DEFERRED_DROPS)));
    let is_server = matches!(cli.command, Some(Command::Lsp { .. } | Command::Mcp { .. }));
    // A server limits what it is asked as a whole.
    clock.limit_statements(run.limits.timeout.filter(|_| !is_server));
    clock.start();
    let watch = Watch::new(clock.clone(), run.json || is_server);
    // This must come before the first `readline`: while rustyline reads, it has a handler of its own in place, and
    // then restores this one.
    let busy = watch.clone();
    let handled = ctrlc::set_handler(move || busy.interrupt());
    if let Err(error) = handled {
        remark(run.json, &format!("cannot handle Ctrl-C: {error}"));
    }
    if let Err(error) = watch.clean_up_when_ended() {
        remark(run.json, &format!("SIGTERM cannot be caught: {error}"));
    }
    DEFERRED_DROPS.begin_session();
    // The helper threads have been started, and Ctrl-C does not reach them.
    process::take_interrupts();
    let (limits, settings) = (Limits { memory: allowed(run) }, Settings::new(run));
    let mut saved = Saved::scripts(run);
    let mut is_first = true;
    loop {
        let mut service = Service::with_clock(limits, clock.clone());
        service.use_threads(settings.threads);
        let mut host = Host::new(service, settings.clone(), watch.clone(), repl::lines);
        match &cli.command {
            Some(Command::Lsp { .. }) => return servers::lsp::serve(host, run.limits.timeout),
            Some(Command::Mcp { .. }) => return servers::mcp::serve(host.service, run.limits.timeout),
            Some(Command::Class { lesson, port, address, seed, page, .. }) => {
                let (lesson, page) = (lesson.clone(), page.clone());
                let class =
                    servers::class::ClassArguments { lesson, page, address: *address, port: *port, seed: *seed };
                return servers::class::serve(host, &class);
            }
            _ => {}
        }
        let standing = host.service.standing();
        let done = guarded(|| match &cli.command {
            Some(Command::Fmt { files, check, .. }) => {
                host.format_files(files, *check);
                Flow::On
            }
            _ => work(&mut host, run),
        });
        let flow = done.unwrap_or_else(|fault| host.broken(standing, fault, Span::NOWHERE));
        host.ended(flow);
        // A lesson that is presented begins again by itself, and ends only when its user leaves it.
        if !run.watch || run.present || saved.is_empty() {
            let Host { service, exit_status, .. } = host;
            // Its tables may be millions of small allocations, which the system takes back at once. To free each would
            // take seconds, after the time of a statement is up.
            std::mem::forget(service);
            return exit_status;
        }
        saved.add_loaded(&host);
        drop(host);
        // What the program itself has written into a script was not saved by its user.
        if run.fix {
            saved.look_again();
        }
        if is_first && let Some(page) = &run.html {
            remark(run.json, &format!("{} is written anew whenever a script is saved, until Ctrl-C", page.display()));
        }
        is_first = false;
        saved.wait(if run.check { "checked" } else { "run" }, run.json);
        saved.look_again();
    }
}

/// Bytes that may be used: as many as `--memory` says, if the machine has them. The process holds hardly more.
fn allowed(run: &RunArguments) -> u64 {
    let allowed = spared(run);
    CountingAllocator::hold_at_most(usize::try_from(allowed).unwrap_or(usize::MAX), process::held_memory);
    allowed
}

fn spared(run: &RunArguments) -> u64 {
    let Some(free) = process::free_memory() else { return run.limits.memory() };
    // Beyond this, large allocations fail, which the program can handle, before the system ends the program.
    CountingAllocator::set_limit(usize::try_from(free).unwrap_or(usize::MAX));
    let (allowed, note) = process::allowed_memory(run.limits.memory(), free);
    if let Some(note) = note {
        remark(run.json, &note);
    }
    allowed
}

fn work(host: &mut Host, run: &RunArguments) -> Flow {
    if let Some(code) = &run.explain {
        return host.run_text("<code>", &format!("help {code}"));
    }
    if run.check {
        run.scripts_or_input().iter().for_each(|script| match script {
            ScriptArgument::Code(code) => host.check_text("<code>", code),
            ScriptArgument::File(file) => {
                if run.fix && file != Path::new("-") {
                    host.fix_file(file);
                }
                host.check_file(file);
            }
        });
        return Flow::On;
    }
    if host.define(&run.definitions) != Flow::On {
        return Flow::Stop;
    }
    if let Some(page) = &run.html {
        return match &run.live {
            Some(template) => host.hand_out_live(run, page, template.as_deref()),
            None => host.hand_out(run, page),
        };
    }
    if run.present {
        return repl::present(host, run);
    }
    if run.frames {
        return match run_scripts(host, run) {
            Flow::On => host.answer_frames(),
            flow => flow,
        };
    }
    if run.echo {
        return match host.echo(run) {
            Flow::On if run.interactive => repl::run(host),
            flow => flow,
        };
    }
    // If the output goes into a file or a pipe there is no prompt: typed input is then run like a script.
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let has_no_scripts = run.scripts.is_empty();
    match run_scripts(host, run) {
        Flow::Quit => Flow::Quit,
        _ if run.interactive => repl::run(host),
        Flow::On if has_no_scripts && at_terminal => repl::run(host),
        Flow::On if has_no_scripts => host.standard_input(),
        flow => flow,
    }
}

/// The scripts and the code of the command line, in their order.
fn run_scripts(host: &mut Host, run: &RunArguments) -> Flow {
    for script in &run.scripts {
        let flow = match script {
            ScriptArgument::Code(code) => host.run_text("<code>", code),
            ScriptArgument::File(file) => host.run_file(file),
        };
        if flow != Flow::On {
            return flow;
        }
    }
    Flow::On
}

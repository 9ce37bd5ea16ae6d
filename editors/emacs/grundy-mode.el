;;; grundy-mode.el --- Colours and a server for the language grundy -*- lexical-binding: t; -*-

;; Version: 0.2.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages
;; URL: https://github.com/grundy-lang/grundy
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A mode for scripts of grundy, a language for impartial games.  With eglot,
;; the server `grundy lsp' shows mistakes, completes, explains and renames.

;;; Code:

;; Generated: the words of the language.
(defconst grundy-verbs
  '("winner" "grundy" "value" "outcome" "moves" "options" "remoteness" "suspense" "nim_dimension" "explain" "table" "values" "period" "preperiod" "saltus" "exceptions" "proved" "quotient" "plot" "pattern" "tree" "play" "quiz" "exam" "worksheet" "tour" "check" "assert" "survey" "print" "games" "show" "about" "forget" "load" "save" "time" "history" "help" "quit"))
(defconst grundy-contextual-verbs
  '("losing" "winning" "genus" "form"))
(defconst grundy-keywords
  '("game" "let" "where" "over" "take" "then" "maybe" "split" "into" "equal" "unequal" "divide" "by" "from" "octal" "hex" "becomes" "for" "if" "else" "in" "step" "except" "and" "or" "not" "xor" "to" "misere" "misère"))
(defconst grundy-constants
  '("any" "first" "second" "true" "false"))
(defconst grundy-functions
  '("mex" "infinity" "nimsum" "nimproduct" "nimdivide" "pow" "nimpower" "niminverse" "nimsqrt" "min" "max" "abs" "gcd" "lcm" "floor" "ceil" "isqrt" "popcount" "bitand" "bitor" "lowbit" "partitions" "subsets" "columns" "bit" "even" "odd" "prime" "square" "length" "sum" "product" "count" "all" "some" "map" "filter" "sort" "reverse" "indices" "replace" "text" "board" "breathes" "remove" "insert" "parts" "path" "cycle" "grid" "complete" "bipartite" "star" "petersen" "hypercube" "squares" "primes" "evens" "odds" "triangulars" "fibonaccis" "factorials" "powers" "divisors"))
;; Generated until here.

(defconst grundy-font-lock-keywords
  `((,(regexp-opt grundy-verbs 'symbols) . font-lock-keyword-face)
    (,(concat "\\(?:^\\|;\\)\\s-*\\(" (regexp-opt grundy-contextual-verbs) "\\)\\s-+[[:alpha:]]")
     1 font-lock-keyword-face)
    (,(regexp-opt grundy-keywords 'symbols) . font-lock-keyword-face)
    (,(regexp-opt grundy-constants 'symbols) . font-lock-constant-face)
    (,(regexp-opt grundy-functions 'symbols) . font-lock-builtin-face)
    ("\\_<\\(?:game\\|let\\)\\s-+\\([[:alpha:]][[:alnum:]_']*\\)" 1 font-lock-function-name-face))
  "What is coloured in scripts of grundy.")

(defvar grundy-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "_" table)
    (modify-syntax-entry ?| "." table)
    (modify-syntax-entry ?^ "." table)
    table)
  "The syntax of scripts of grundy.")

(defvar eglot-server-programs)

;;;###autoload
(define-derived-mode grundy-mode prog-mode "grundy"
  "A mode for scripts of grundy."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(grundy-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cgt\\'" . grundy-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(grundy-mode . ("grundy" "lsp"))))

(provide 'grundy-mode)
;;; grundy-mode.el ends here

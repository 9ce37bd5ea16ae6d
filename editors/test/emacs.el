;;; emacs.el --- Drives the mode, and `grundy lsp' by Eglot -*- lexical-binding: t; -*-

;; GRUNDY=…/grundy emacs -q --batch -L editors/emacs -l editors/test/emacs.el
;; Where Eglot cannot be had, the mode alone is tried, and that is said.

(require 'package)
(package-initialize)
(require 'grundy-mode)

(defun check (what right shown)
  "Leave Emacs unless RIGHT, with WHAT was tried and what was SHOWN."
  (unless right
    (message "emacs: %s: %S" what shown)
    (kill-emacs 1)))

(defun wait (done)
  "Read what the server says until DONE holds, or for a minute."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall done)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (funcall done)))

(let* ((folder (make-temp-file "grundy" t))
       (file (expand-file-name "lesson.cgt" folder)))
  (with-temp-file file
    (insert "game S = take <1,2,3>  # stones\nwiner S(3)\nprint  grundy S(5)+1\n"))
  (with-current-buffer (find-file-noselect file)
    (check "the mode of a script" (eq major-mode 'grundy-mode) major-mode)
    (font-lock-ensure)
    (check "the colour of `game'" (eq (get-text-property 1 'face) 'font-lock-keyword-face) (get-text-property 1 'face))
    (check "the colour of the name" (eq (get-text-property 6 'face) 'font-lock-function-name-face) (get-text-property 6 'face))
    (goto-char (point-min))
    (search-forward "stones")
    (check "a comment" (nth 4 (syntax-ppss)) (syntax-ppss))
    (if (not (require 'eglot nil t))
        (message "emacs: Eglot is not installed, and the server was not tried")
      (setq eglot-server-programs `((grundy-mode . (,(or (getenv "GRUNDY") "grundy") "lsp"))))
      (setq eglot-sync-connect 60)
      (setq eglot-confirm-server-initiated-edits nil)
      (apply #'eglot (eglot--guess-contact))
      (flymake-mode 1)
      (let ((mistakes (lambda ()
                        ;; What waits for an idle moment, which a batch never has.
                        (eglot--signal-textDocument/didChange)
                        (flymake-start)
                        (flymake-diagnostics))))
        (check "one mistake" (wait (lambda () (= (length (funcall mistakes)) 1))) (funcall mistakes))
        (goto-char (point-min))
        (search-forward "winer")
        (eglot-code-actions (point) nil "quickfix" t)
        (check "the corrected line" (string-match-p "^winner S(3)$" (buffer-string)) (buffer-string))
        (check "no mistake" (wait (lambda () (null (funcall mistakes)))) (funcall mistakes)))
      (goto-char (point-min))
      (search-forward "game ")
      (eglot-rename "Coins")
      (check "renaming" (string-match-p "\\`game Coins = take.*\nwinner Coins(3)\nprint  grundy Coins(5)" (buffer-string))
             (buffer-string))
      (eglot-format-buffer)
      (check "even form" (string-match-p "^print grundy Coins(5) \\+ 1$" (buffer-string)) (buffer-string))
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server) nil 10))
    (message "emacs: all is well")))

;;; emacs.el ends here

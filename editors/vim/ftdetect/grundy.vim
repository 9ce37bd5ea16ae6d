autocmd BufRead,BufNewFile *.cgt setfiletype grundy

" Colours for the language grundy. Generated from the words of the language: see editors/README.md.
if exists("b:current_syntax")
  finish
endif

syntax iskeyword @,48-57,_,192-255,39
syntax keyword grundyVerb winner grundy value outcome moves options remoteness suspense nim_dimension explain table values period preperiod saltus exceptions proved quotient plot pattern tree play quiz exam worksheet tour check assert survey print games show about forget load save time history help quit
syntax keyword grundyKeyword game let where over take then maybe split into equal unequal divide by from octal hex becomes for if else in step except and or not xor to misere misère
syntax keyword grundyConstant any first second true false
syntax keyword grundyFunction mex infinity nimsum nimproduct nimdivide pow nimpower niminverse nimsqrt min max abs gcd lcm floor ceil isqrt popcount bitand bitor lowbit partitions subsets columns bit even odd prime square length sum product count all some map filter sort reverse indices replace text board breathes remove insert parts path cycle grid complete bipartite star petersen hypercube squares primes evens odds triangulars fibonaccis factorials powers divisors
syntax match grundyVerb /\v(^|;)\s*\zs(losing|winning|genus|form)\ze\s+\a/
syntax match grundyNumber /\v<(0[xX]\x[0-9a-fA-F_]*|\d[0-9_]*(\.\d[0-9A-Za-z!?]*)?)>/
syntax match grundyNumber /\v\.@1<!\.\d[0-9A-Za-z!?]*|∞/
syntax match grundyOperator /\v:\=|\=\=|!\=|\<\=|\>\=|-\>|\+\+|\.\.|[-+*\/%^=|]/
syntax region grundyText start=/"/ skip=/\\"/ end=/"/ oneline
syntax match grundyComment /#.*$/ contains=@Spell
syntax match grundyProse /\v^\s*##( .*)?$/ contains=@Spell
syntax match grundyDirective /\v^\s*#\|.*$/

highlight default link grundyVerb Statement
highlight default link grundyKeyword Keyword
highlight default link grundyConstant Constant
highlight default link grundyFunction Function
highlight default link grundyNumber Number
highlight default link grundyOperator Operator
highlight default link grundyText String
highlight default link grundyComment Comment
highlight default link grundyProse SpecialComment
highlight default link grundyDirective PreProc

let b:current_syntax = "grundy"

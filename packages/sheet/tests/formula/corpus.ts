import { readWorkbook } from '../../src/read-workbook.ts';
import type { Row, Workbook } from '../../src/workbook.ts';

/** The data that the formulas of the corpus refer to. */
const DATA = [
  {
    name: 'Data',
    rows: [
      ['Name', 'Team', 'Salary', 'Start', 'Rate', 'Active', 'Code', 'Note'],
      ['Ann', 'Ops', '5200', day('2020-01-15', 43_845), '0.125', yes(true), '007', 'x y'],
      ['Bob', 'Dev', '6100', day('2018-06-30', 43_281), '0.2', yes(false), '012', ''],
      ['Chen', 'Dev', '7300', day('2021-11-02', 44_502), '0.05', yes(true), 'A-1', 'héllo'],
      ['Dora', 'Ops', '4800', day('2019-02-28', 43_524), '0.3', yes(true), 'A-2', '  pad  '],
      ['Eve', 'QA', '5200', day('2022-12-31', 44_926), '0.15', yes(false), 'B-1', 'a*b'],
      ['Fei', 'QA', '5900', day('2020-02-29', 43_890), '0.1', yes(true), 'B-2', '下单 锁定'],
      ['Gus', 'Dev', '8100', day('2017-03-01', 42_795), '0.25', yes(false), 'B-3', 'x?z'],
      ['Hana', 'Ops', '4500', day('2023-07-04', 45_111), '0.175', yes(true), 'C', 'ANN'],
      ['', '', '', '', '', '', '', ''],
      ['Total', '', '=SUM(C2:C9)', '', '=AVERAGE(E2:E9)', '', '=1/0', '=NA()'],
    ],
  },
  {
    name: '数据 表',
    rows: [
      ['编号', '名称', '数量', '单价'],
      ['1', '苹果', '10', '2.5'],
      ['2', '梨', '0', '3'],
      ['3', '桃子', '7', '4.25'],
      ['5', '葡萄', '12', '9.9'],
      ['8', '西瓜', '3', '15'],
    ],
  },
  {
    name: 'Numbers',
    rows: [
      ['1', '10', '3', '-4'],
      ['2', '20', '1', '2.5'],
      ['3', '30', '2', '0'],
      ['4', '40', '5', '7'],
      ['5', '50', '4', '-1.5'],
    ],
  },
];

function day(text: string, value: number) {
  return { text, value, look: { ct: { fa: 'yyyy-mm-dd', t: 'd' } } };
}

function yes(value: boolean) {
  return { text: value ? 'TRUE' : 'FALSE', value };
}

/** Functions that LibreOffice in Debian 12 does not support; the expected results are those of Excel. */
export const UNKNOWN_TO_LIBREOFFICE: Readonly<Record<string, number | string | boolean>> = {
  'XLOOKUP("Chen",Data!A2:A9,Data!C2:C9)': 7300,
  'XLOOKUP("Unknown",Data!A2:A9,Data!C2:C9,"none")': 'none',
  'XLOOKUP("Unknown",Data!A2:A9,Data!C2:C9)': '#N/A',
  "XLOOKUP(4,'数据 表'!A2:A6,'数据 表'!B2:B6,\"\",-1)": '桃子',
  "XLOOKUP(4,'数据 表'!A2:A6,'数据 表'!B2:B6,\"\",1)": '葡萄',
  'XLOOKUP("D*",Data!A2:A9,Data!B2:B9,"",2)': 'Ops',
  'XLOOKUP("Dev",Data!B2:B9,Data!A2:A9,"",0,-1)': 'Gus',
  'XMATCH("Dora",Data!A2:A9)': 4,
  "XMATCH(6,'数据 表'!A2:A6,-1)": 4,
  "XMATCH(6,'数据 表'!A2:A6,1)": 5,
  'TEXTBEFORE("a-b-c","-")': 'a',
  'TEXTAFTER("a-b-c","-")': 'b-c',
  'TEXTAFTER("a-b-c","-",2)': 'c',
  'SUM(SEQUENCE(4))': 10,
  'COUNTA(UNIQUE(Data!B2:B9))': 3,
  'SUM(FILTER(Data!C2:C9,Data!B2:B9="Dev"))': 21_500,
  'INDEX(SORT(Data!C2:C9),1)': 4500,
  'LET(x,5,y,x*2,x+y)': 15,
  'ROUND(BINOM.DIST.RANGE(60,0.75,48),9)': 0.083_974_967,
  'ROUND(BINOM.DIST.RANGE(60,0.75,45,50),9)': 0.523_629_793,
  'ROUND(BINOM.DIST.RANGE(10,0.5,0,10),9)': 1,
  'BINOM.DIST.RANGE(10,0.5,6,3)': '#NUM!',
};

/** LibreOffice has no boolean type and treats booleans as numbers; the expected results are those of Excel. */
export const NO_BOOLEANS_IN_LIBREOFFICE: Readonly<Record<string, number | string | boolean>> = {
  'TRUE&""': 'TRUE',
  'TRUE>1': true,
  '"a"<TRUE': true,
  'TYPE(TRUE)': 4,
  'CONCATENATE("a",1,TRUE)': 'a1TRUE',
  'VALUE(TRUE)': '#VALUE!',
  'TEXT(TRUE,"0")': 'TRUE',
  'SUM(Data!F2:F9)': 0,
  'COUNT(Data!A2:H9)': 24,
};

/** A missing sheet is a reference error; LibreOffice reports a name error when it reads the formula from a file. */
export const MISSING_SHEETS: Readonly<Record<string, string>> = {
  'Missing!A1': '#REF!',
  'SUM(Missing!A1:A3)': '#REF!',
};

const CORPUS: Readonly<Record<string, string>> = {
  operators: String.raw`
1+2*3
(1+2)*3
2^3^2
-2^2
2^-1
10/4
7-10
50%
200%*3
1+50%
"a"&"b"
"n"&1
1&2
1.5&""
1=1
1=2
"a"="A"
"a"="b"
1<2
2<=2
3>4
4>=4
1<>1
"a"<"b"
"B">"a"
1<"a"
"5"+1
"5"*"2"
-"3"
+"7"
TRUE+1
FALSE*5
1E3
1.5E-2
--TRUE
1--1
2*-3
Data!C2+Data!C3
Data!C2/Data!C3
Data!D2+1
Data!D2-Data!D3
Data!C10
Data!C10+1
Data!C10&"x"
Data!C10=0
Data!C10=""
Data!H3&"!"
0.1+0.2
0.1+0.2=0.3
1/3
1E300*1E300
"x"+1
""+1
1+Data!A2
(1)
((2)+(3))
5-3-1
100/10/2
2*3%
-5%
"it""s"
`,
  errors: String.raw`
1/0
0/0
NA()
#N/A
#DIV/0!
#VALUE!
#REF!
SQRT(-1)
LN(0)
LOG(-1)
"a"*2
NOSUCHFUNCTION(1)
nosuchname
IFERROR(1/0,"x")
IFERROR(5,"x")
IFERROR(NA(),"none")
IFERROR("a"+1,0)
IFERROR(IFERROR(1/0,NA()),"deep")
IFERROR(VLOOKUP("Zed",Data!A2:C9,3,FALSE),"missing")
IFERROR(Data!G11,-1)
IFERROR(SUM(Data!G2:G11),-1)
IFNA(NA(),"na")
IFNA(1/0,"na")
IFNA(7,"na")
ISERROR(1/0)
ISERROR(NA())
ISERROR(1)
ISERROR("#N/A")
ISERR(1/0)
ISERR(NA())
ISNA(NA())
ISNA(1/0)
ISNA(Data!H11)
ERROR.TYPE(1/0)
ERROR.TYPE(NA())
ERROR.TYPE(#REF!)
ERROR.TYPE(#VALUE!)
ERROR.TYPE(1)
SUM(1,1/0)
SUM(Data!G2:G11)
COUNT(Data!G2:G11)
COUNTA(Data!G2:G11)
MAX(Data!G2:G11)
AVERAGE(Data!G11,1)
IF(1/0,1,2)
IF(NA(),1,2)
AND(TRUE,1/0)
OR(TRUE,NA())
1/0&"a"
LEN(1/0)
-NA()
MATCH("zzz",Data!A2:A9,0)
INDEX(Data!A2:B9,20,1)
CHOOSE(5,1,2)
DATE(2020,"x",1)
VALUE("abc")
MOD(5,0)
AVERAGE(Data!B2:B9)
FIND("q","abc")
ISERROR(FIND("q","abc"))
IF(ISERROR(1/0),"bad","good")
IF(ISNA(MATCH("zz",Data!A:A,0)),"no","yes")
`,
  logic: String.raw`
IF(TRUE,1,2)
IF(FALSE,1,2)
IF(1,"y","n")
IF(0,"y","n")
IF(FALSE,1)
IF(TRUE,,2)
IF(Data!C2>5000,"high","low")
IF(Data!F2,"on","off")
IF(Data!H3="","empty","full")
IF(Data!A2="ann","same","other")
IF(1<2,IF(2<3,"a","b"),"c")
AND(TRUE,TRUE)
AND(TRUE,FALSE)
AND(1,2,3)
AND(1,0)
AND(Data!F2:F9)
AND(1<2,"a"="a")
OR(FALSE,FALSE)
OR(FALSE,1)
OR(Data!F2:F9)
XOR(TRUE,TRUE)
XOR(TRUE,FALSE,FALSE)
NOT(TRUE)
NOT(0)
NOT(1=2)
TRUE()
FALSE()
TRUE
IFS(1>2,"a",2>1,"b")
IFS(FALSE,"a",TRUE,"z")
IFS(FALSE,"a")
SWITCH(2,1,"one",2,"two","other")
SWITCH(9,1,"one",2,"two","other")
SWITCH("b","a",1,"b",2)
SWITCH(9,1,"one")
CHOOSE(2,"a","b","c")
CHOOSE(3,10,20,30)+1
SUM(CHOOSE(2,Data!C2:C3,Data!C4:C5))
ISNUMBER(1)
ISNUMBER("1")
ISNUMBER(Data!D2)
ISNUMBER(Data!G2)
ISTEXT("a")
ISTEXT(Data!G2)
ISTEXT(1)
ISNONTEXT(1)
ISLOGICAL(TRUE)
ISLOGICAL(1)
ISLOGICAL(Data!F2)
ISBLANK(Data!H3)
ISBLANK(Data!A10)
ISBLANK(Data!A2)
ISBLANK("")
ISEVEN(4)
ISODD(4)
ISEVEN(-3)
ISODD(3.9)
ISREF(Data!A1)
ISREF(1)
ISFORMULA(Data!C11)
ISFORMULA(Data!C2)
N(5)
N("a")
N(TRUE)
T("a")
T(5)
TYPE(1)
TYPE("a")
TYPE(1/0)
`,
  text: String.raw`
LEN("hello")
LEN("")
LEN("下单 锁定")
LEN(12345)
LEN(Data!H5)
LEFT("hello",2)
LEFT("hello")
LEFT("hi",10)
LEFT("hello",0)
LEFT("hello",-1)
RIGHT("hello",3)
RIGHT("hello")
RIGHT("苹果汁",2)
MID("hello",2,3)
MID("hello",4,10)
MID("hello",10,2)
MID("hello",0,2)
UPPER("héllo")
LOWER("ABC")
PROPER("hello wORLD")
PROPER("o'neil-smith 2nd")
TRIM("  a   b  ")
TRIM(Data!H5)
CLEAN("a"&CHAR(7)&"b")
CONCAT("a","b",1)
CONCAT(Data!A2:A4)
TEXTJOIN(", ",TRUE,Data!A2:A4)
TEXTJOIN("-",TRUE,"a","","b")
TEXTJOIN("-",FALSE,"a","","b")
TEXTJOIN(",",TRUE,Data!H2:H5)
REPT("ab",3)
REPT("x",0)
REPT("-",2.9)
SUBSTITUTE("a-b-c","-","+")
SUBSTITUTE("a-b-c","-","+",2)
SUBSTITUTE("aaa","aa","b")
SUBSTITUTE("abc","z","y")
SUBSTITUTE("abc","B","x")
REPLACE("abcdef",2,3,"X")
REPLACE("abc",1,0,"-")
REPLACE("abc",10,1,"z")
FIND("l","hello")
FIND("l","hello",4)
FIND("L","hello")
FIND("","abc")
SEARCH("L","hello")
SEARCH("l?o","hello")
SEARCH("h*o","say hello")
SEARCH("~*","a*b")
SEARCH("z","abc")
EXACT("a","A")
EXACT("abc","abc")
EXACT(1,"1")
VALUE("12.5")
VALUE("1,234.5")
VALUE("50%")
VALUE(" 7 ")
VALUE("1e3")
VALUE("2020-01-15")
NUMBERVALUE("1.234,5",",",".")
NUMBERVALUE("50%")
TEXT(1234.567,"0.00")
TEXT(1234.567,"#,##0.00")
TEXT(1234.567,"#,##0")
TEXT(0.256,"0%")
TEXT(0.256,"0.0%")
TEXT(7,"000")
TEXT(7,"00.0")
TEXT(-5,"0;(0)")
TEXT(0,"0;-0;""zero""")
TEXT(1234567,"#,##0,")
TEXT(12345,"0.00E+00")
TEXT(0.00012,"0.0E+0")
TEXT(0.5,"#.##")
TEXT(1.5,"0.##")
TEXT(1234,"""Nr. ""0")
TEXT(5,"0"" kg""")
TEXT(43845,"yyyy-mm-dd")
TEXT(43845,"d/m/yy")
TEXT(43845,"dd.mm.yyyy")
TEXT(43845,"mmm d, yyyy")
TEXT(43845,"mmmm")
TEXT(43845,"ddd")
TEXT(43845,"dddd")
TEXT(43845.75,"hh:mm")
TEXT(43845.75,"h:mm AM/PM")
TEXT(43845.53,"hh:mm:ss")
TEXT(1.5,"[h]:mm")
TEXT(43845.75,"yyyy-mm-dd hh:mm:ss")
TEXT(Data!D4,"yyyy/mm/dd")
TEXT("abc","0.00")
TEXT("abc","@")
TEXT("abc","@@")
TEXT(12.3456789,"General")
TEXT(-1234.5,"#,##0.0")
TEXT(0.1,"0.000")
TEXT(2.5,"0")
TEXT(3.5,"0")
TEXT(1.005,"0.00")
TEXT(99.999,"0.0")
FIXED(1234.567,1)
FIXED(1234.567,1,TRUE)
FIXED(1234.567)
FIXED(1234.567,-2)
DOLLAR(1234.567)
CHAR(65)
CODE("A")
UNICHAR(20013)
UNICODE("中")
T(Data!A2)&LEFT(Data!B2,1)
LOWER(Data!A2)&"@example.com"
LEFT(Data!A2,1)&RIGHT(Data!A2,1)
LEN(SUBSTITUTE("a,b,c",",",""))
MID("key=value",FIND("=","key=value")+1,99)
ROMAN(1994)
ARABIC("MCMXCIV")
BASE(255,16)
BASE(5,2,8)
DECIMAL("FF",16)
UPPER(Data!H7)
`,
  math: String.raw`
SUM(1,2,3)
SUM(Data!C2:C9)
SUM("3",4)
SUM(TRUE,1)
SUM(Data!A2:C9)
SUM(Data!C2:C9,Data!E2:E9)
SUM(Data!G2:G9)
SUM()
SUM({1,2;3,4})
SUM(Data!C:C)
SUM(Numbers!1:2)
SUM(Numbers!A1:B5)
SUM(Numbers!B5:A1)
PRODUCT(2,3,4)
PRODUCT(Numbers!A1:A5)
SUMSQ(1,2,3)
ABS(-5)
ABS(Data!C10)
SIGN(-3)
SIGN(0)
INT(3.7)
INT(-3.7)
TRUNC(3.789,1)
TRUNC(-3.7)
ROUND(2.5,0)
ROUND(-2.5,0)
ROUND(1.005,2)
ROUND(1234.5,-2)
ROUND(2.345,2)
ROUNDUP(2.1,0)
ROUNDUP(-2.1,0)
ROUNDUP(1.23456,3)
ROUNDDOWN(2.9,0)
ROUNDDOWN(-2.9,0)
ROUNDDOWN(1299,-2)
MROUND(10,3)
MROUND(-10,-3)
CEILING(2.1,1)
CEILING(7,5)
CEILING(-2.5,-2)
FLOOR(2.9,1)
FLOOR(7,5)
CEILING.MATH(-5.5,2)
FLOOR.MATH(-5.5,2)
CEILING.MATH(6.3)
EVEN(3)
EVEN(-1)
ODD(4)
ODD(-2)
MOD(7,3)
MOD(-7,3)
MOD(7,-3)
MOD(5.5,2)
QUOTIENT(7,2)
QUOTIENT(-7,2)
POWER(2,10)
POWER(4,0.5)
SQRT(16)
SQRTPI(2)
EXP(1)
LN(10)
LOG(100)
LOG(8,2)
LOG10(1000)
PI()
SIN(1)
COS(1)
TAN(1)
ASIN(0.5)
ACOS(0.5)
ATAN(1)
ATAN2(1,2)
SINH(1)
COSH(1)
TANH(1)
DEGREES(PI())
RADIANS(180)
FACT(5)
FACT(0)
FACT(-1)
FACTDOUBLE(7)
COMBIN(5,2)
COMBINA(4,3)
PERMUT(5,2)
GCD(12,18)
LCM(4,6)
MULTINOMIAL(2,3,4)
SUMIF(Data!B2:B9,"Dev",Data!C2:C9)
SUMIF(Data!C2:C9,">5200")
SUMIF(Data!C2:C9,"<>5200")
SUMIF(Data!A2:A9,"*a*",Data!C2:C9)
SUMIF(Data!A2:A9,"?e?",Data!C2:C9)
SUMIF(Data!B2:B9,"dev",Data!C2:C9)
SUMIF(Data!C2:C9,5200)
SUMIF(Data!C2:C9,"="&5200)
SUMIF(Data!B2:B9,"<>Dev",Data!C2:C9)
SUMIF(Data!D2:D9,">="&DATE(2020,1,1),Data!C2:C9)
SUMIF(Data!B2:B9,"Ops",Data!C2)
SUMIFS(Data!C2:C9,Data!B2:B9,"Ops")
SUMIFS(Data!C2:C9,Data!B2:B9,"Dev",Data!E2:E9,">0.1")
SUMIFS(Data!C2:C9,Data!F2:F9,TRUE)
SUMIFS('数据 表'!C2:C6,'数据 表'!B2:B6,"*果")
SUMPRODUCT(Numbers!A1:A5,Numbers!B1:B5)
SUMPRODUCT((Data!B2:B9="Dev")*Data!C2:C9)
SUMPRODUCT((Data!B2:B9="Dev")*(Data!C2:C9>7000))
SUMPRODUCT(--(Data!C2:C9>5000))
SUMPRODUCT(Data!C2:C9*Data!E2:E9)
SUMPRODUCT('数据 表'!C2:C6,'数据 表'!D2:D6)
SUBTOTAL(9,Numbers!A1:A5)
SUBTOTAL(1,Numbers!B1:B5)
SUBTOTAL(3,Data!A2:A10)
SUBTOTAL(104,Numbers!B1:B5)
AGGREGATE(9,6,Data!C2:C9)
SUMX2MY2(Numbers!A1:A3,Numbers!C1:C3)
SUMX2PY2(Numbers!A1:A3,Numbers!C1:C3)
SUMXMY2(Numbers!A1:A3,Numbers!C1:C3)
SERIESSUM(2,0,1,{1,2,3})
MDETERM({1,2;3,4})
SUM(MMULT({1,2;3,4},{1,0;0,1}))
SUM(TRANSPOSE({1,2;3,4}))
INDEX(MINVERSE({2,0;0,4}),2,2)
BITAND(12,10)
BITOR(12,10)
BITXOR(12,10)
BITLSHIFT(1,4)
BITRSHIFT(16,2)
DEC2BIN(10)
DEC2HEX(255)
HEX2DEC("FF")
BIN2DEC("1010")
OCT2DEC("17")
DEC2BIN(-3)
CONVERT(1,"km","m")
CONVERT(100,"C","F")
DELTA(5,5)
GESTEP(5,4)
ISO.CEILING(4.3)
RAND()<1
RANDBETWEEN(3,3)
`,
  statistics: String.raw`
AVERAGE(1,2,3)
AVERAGE(Data!C2:C9)
AVERAGE(Data!C2:C10)
AVERAGE(Data!A2:C9)
AVERAGEA(1,TRUE)
AVERAGEIF(Data!B2:B9,"Dev",Data!C2:C9)
AVERAGEIF(Data!C2:C9,">5500")
AVERAGEIF(Data!B2:B9,"None",Data!C2:C9)
AVERAGEIFS(Data!C2:C9,Data!B2:B9,"Ops",Data!F2:F9,TRUE)
COUNT(1,"2",TRUE,"x")
COUNT(Data!C2:C11)
COUNTA(Data!A2:A11)
COUNTA(Data!H2:H9)
COUNTBLANK(Data!A2:A11)
COUNTBLANK(Data!H2:H9)
COUNTIF(Data!B2:B9,"Dev")
COUNTIF(Data!C2:C9,">=5200")
COUNTIF(Data!A2:A9,"*n*")
COUNTIF(Data!G2:G9,"B-?")
COUNTIF(Data!H2:H9,"a~*b")
COUNTIF(Data!F2:F9,TRUE)
COUNTIF(Data!H2:H9,"")
COUNTIF(Data!H2:H9,"<>")
COUNTIF(Data!C2:C9,5200)
COUNTIF(Data!A2:A9,"<D")
COUNTIF(Data!D2:D9,">2020-01-01")
COUNTIF('数据 表'!B2:B6,"*子")
COUNTIF(Data!G11,#DIV/0!)
COUNTIFS(Data!B2:B9,"Dev",Data!C2:C9,">6500")
COUNTIFS(Data!B2:B9,"Ops",Data!F2:F9,TRUE)
MAX(1,5,3)
MAX(Data!C2:C9)
MAX(Data!D2:D9)
MAX(Data!A2:A9)
MAX("7",3)
MIN(Data!C2:C9)
MIN(Numbers!A1:D5)
MAXA(TRUE,0.5)
MINA(TRUE,2)
MAXIFS(Data!C2:C9,Data!B2:B9,"Ops")
MINIFS(Data!C2:C9,Data!B2:B9,"Dev",Data!C2:C9,">6100")
MEDIAN(Data!C2:C9)
MEDIAN(3,1,2)
MODE(Data!C2:C9)
MODE.SNGL(1,2,2,3)
STDEV(Data!C2:C9)
STDEV.S(Numbers!A1:A5)
STDEV.P(Numbers!A1:A5)
STDEVP(Data!C2:C9)
VAR(Numbers!A1:A5)
VAR.S(Data!C2:C9)
VAR.P(Numbers!B1:B5)
VARP(Numbers!A1:A5)
AVEDEV(Numbers!A1:A5)
DEVSQ(Numbers!A1:A5)
GEOMEAN(Numbers!A1:A5)
HARMEAN(Numbers!A1:A5)
TRIMMEAN(Numbers!A1:B5,0.2)
LARGE(Data!C2:C9,2)
SMALL(Data!C2:C9,3)
LARGE(Data!C2:C9,20)
RANK(5200,Data!C2:C9)
RANK(5200,Data!C2:C9,1)
RANK.EQ(8100,Data!C2:C9)
RANK.AVG(5200,Data!C2:C9)
PERCENTILE(Data!C2:C9,0.3)
PERCENTILE.INC(Numbers!A1:A5,0.5)
PERCENTILE.EXC(Numbers!A1:A5,0.25)
QUARTILE(Data!C2:C9,1)
QUARTILE.INC(Data!C2:C9,3)
PERCENTRANK(Numbers!A1:A5,3)
CORREL(Numbers!A1:A5,Numbers!C1:C5)
PEARSON(Numbers!A1:A5,Numbers!D1:D5)
COVAR(Numbers!A1:A5,Numbers!C1:C5)
COVARIANCE.S(Numbers!A1:A5,Numbers!C1:C5)
SLOPE(Numbers!C1:C5,Numbers!A1:A5)
INTERCEPT(Numbers!C1:C5,Numbers!A1:A5)
RSQ(Numbers!C1:C5,Numbers!A1:A5)
FORECAST(6,Numbers!B1:B5,Numbers!A1:A5)
SKEW(Data!C2:C9)
KURT(Data!C2:C9)
STANDARDIZE(42,40,1.5)
NORMSDIST(1)
NORM.S.DIST(1,TRUE)
NORMDIST(42,40,1.5,TRUE)
NORMSINV(0.9)
NORM.INV(0.9,40,1.5)
BINOMDIST(6,10,0.5,FALSE)
POISSON(2,5,TRUE)
EXPONDIST(0.2,10,TRUE)
CONFIDENCE(0.05,2.5,50)
FISHER(0.75)
GAMMALN(4)
CHIDIST(18.307,10)
SUM(FREQUENCY(Data!C2:C9,{5000,6000}))
PMT(0.08/12,10,10000)
FV(0.06/12,10,-200,-500,1)
PV(0.08/12,240,500)
NPER(0.01,-100,1000)
RATE(48,-200,8000)
NPV(0.1,-10000,3000,4200,6800)
IPMT(0.1/12,1,36,8000)
PPMT(0.1/12,1,24,2000)
SLN(30000,7500,10)
SYD(30000,7500,10,1)
DB(1000000,100000,6,1,7)
DDB(2400,300,10,1)
EFFECT(0.0525,4)
NOMINAL(0.053543,4)
`,
  lookup: String.raw`
VLOOKUP("Chen",Data!A2:C9,3,FALSE)
VLOOKUP("chen",Data!A2:C9,2,FALSE)
VLOOKUP("Chen",Data!A2:C9,3,0)
VLOOKUP("Zed",Data!A2:C9,3,FALSE)
VLOOKUP("D*",Data!A2:C9,2,FALSE)
VLOOKUP("Chen",Data!A2:C9,5,FALSE)
VLOOKUP(4,'数据 表'!A2:C6,2)
VLOOKUP(4,'数据 表'!A2:C6,2,TRUE)
VLOOKUP(8,'数据 表'!A2:D6,4)
VLOOKUP(0,'数据 表'!A2:C6,2)
VLOOKUP(3,'数据 表'!A:D,2,FALSE)
VLOOKUP("007",Data!G2:H9,1,FALSE)
VLOOKUP("Ann",Data!A2:D9,4,FALSE)
VLOOKUP("Ann",Data!A2:F9,6,FALSE)
VLOOKUP("Bob",Data!A2:H9,8,FALSE)
VLOOKUP(Data!A4,Data!A$2:C$9,3,FALSE)*2
HLOOKUP("Salary",Data!A1:H9,3,FALSE)
HLOOKUP("rate",Data!A1:H9,2,FALSE)
HLOOKUP("None",Data!A1:H9,2,FALSE)
LOOKUP(4,'数据 表'!A2:A6,'数据 表'!B2:B6)
LOOKUP(100,'数据 表'!A2:A6,'数据 表'!B2:B6)
LOOKUP(3,{1,2,3,4},{"a","b","c","d"})
LOOKUP(2,Numbers!A1:B5)
MATCH("Dora",Data!A2:A9,0)
MATCH("dora",Data!A2:A9,0)
MATCH("E*",Data!A2:A9,0)
MATCH(4,'数据 表'!A2:A6,1)
MATCH(4,'数据 表'!A2:A6)
MATCH(5,'数据 表'!A2:A6,0)
MATCH(35,{50,40,30,20},-1)
MATCH("Salary",Data!A1:H1,0)
MATCH(TRUE,Data!F2:F9,0)
MATCH("A-2",Data!G:G,0)
INDEX(Data!A2:C9,3,1)
INDEX(Data!A2:C9,3,3)
INDEX(Data!A2:A9,4)
INDEX(Data!A1:H1,3)
INDEX({1,2;3,4},2,1)
SUM(INDEX(Data!A2:C9,0,3))
SUM(INDEX(Numbers!A1:B5,2,0))
INDEX(Data!C2:C9,MATCH("Eve",Data!A2:A9,0))
INDEX(Data!A2:A9,MATCH(MAX(Data!C2:C9),Data!C2:C9,0))
INDEX('数据 表'!B2:B6,MATCH(12,'数据 表'!C2:C6,0))
SUM(Data!C2:INDEX(Data!C2:C9,3))
ROW(Data!A5)
ROW(Data!B3:C9)
COLUMN(Data!C1)
COLUMN(Data!B3:C9)
ROWS(Data!A2:C9)
COLUMNS(Data!A2:C9)
ROWS(Data!A:A)
COLUMNS({1,2,3})
ADDRESS(2,3)
ADDRESS(2,3,4)
ADDRESS(2,3,2)
ADDRESS(1,28)
INDIRECT("Data!C2")
INDIRECT("Data!C"&3)
SUM(INDIRECT("Data!C2:C4"))
INDIRECT("'数据 表'!B2")
INDIRECT("nonsense")
INDIRECT(ADDRESS(2,1,1,TRUE,"Data"))
OFFSET(Data!A1,2,1)
SUM(OFFSET(Data!C2,0,0,3,1))
SUM(OFFSET(Data!C2:C4,1,0))
AREAS(Data!A1:B2)
'数据 表'!B2
'数据 表'!B2&'数据 表'!D2
'数据 表'!C2*'数据 表'!D2
SUM('数据 表'!C2:C6)
SUM(Numbers!$A$1:$A$5)
SUM(Numbers!A1:A3,Numbers!B1)
COUNTA('数据 表'!B:B)
`,
  dates: String.raw`
DATE(2020,1,15)
DATE(2020,13,1)
DATE(2020,1,0)
DATE(2020,2,30)
DATE(2019,-1,5)
DATE(2024,2,29)
DATE(1999,12,31)-DATE(1999,1,1)
DATE(2020,1,31)+30
YEAR(DATE(2020,5,17))
MONTH(Data!D3)
DAY(Data!D3)
YEAR(43845)
YEAR("2021-11-02")
MONTH("2021-11-02")
WEEKDAY(Data!D2)
WEEKDAY(Data!D2,2)
WEEKDAY(Data!D2,3)
WEEKDAY(DATE(2023,1,1),1)
WEEKNUM(DATE(2023,1,1))
WEEKNUM(DATE(2023,12,31),2)
ISOWEEKNUM(DATE(2021,1,3))
ISOWEEKNUM(DATE(2020,12,31))
EDATE(DATE(2020,1,31),1)
EDATE(Data!D7,12)
EDATE(DATE(2020,3,31),-1)
EOMONTH(DATE(2020,1,15),0)
EOMONTH(DATE(2020,1,15),1)
EOMONTH(DATE(2021,3,1),-1)
DATEDIF(DATE(2018,6,30),DATE(2021,2,1),"Y")
DATEDIF(DATE(2018,6,30),DATE(2021,2,1),"M")
DATEDIF(DATE(2018,6,30),DATE(2021,2,1),"D")
DATEDIF(DATE(2018,6,30),DATE(2021,2,1),"YM")
DATEDIF(DATE(2018,6,15),DATE(2021,2,20),"MD")
DAYS(DATE(2020,3,1),DATE(2020,2,1))
DAYS360(DATE(2020,1,1),DATE(2020,12,31))
YEARFRAC(DATE(2020,1,1),DATE(2020,7,1))
YEARFRAC(DATE(2020,1,1),DATE(2020,7,1),1)
YEARFRAC(DATE(2020,1,1),DATE(2021,7,1),3)
NETWORKDAYS(DATE(2020,1,1),DATE(2020,1,31))
NETWORKDAYS(DATE(2020,1,1),DATE(2020,1,31),DATE(2020,1,1))
NETWORKDAYS(DATE(2020,1,31),DATE(2020,1,1))
NETWORKDAYS.INTL(DATE(2020,1,1),DATE(2020,1,31),7)
WORKDAY(DATE(2020,1,1),10)
WORKDAY(DATE(2020,1,10),-5)
WORKDAY(DATE(2020,1,1),10,DATE(2020,1,6))
TIME(12,30,0)
TIME(25,0,0)
TIME(6,90,0)
HOUR(0.75)
MINUTE(TIME(5,45,10))
SECOND(TIME(5,45,10))
HOUR("14:30")
TIMEVALUE("12:00")
TIMEVALUE("6:30:15 PM")
DATEVALUE("2020-01-15")
DATEVALUE("nonsense")
DATE(2020,1,15)+TIME(6,0,0)
TEXT(DATE(2020,1,15),"yyyy-mm-dd")
TEXT(EDATE(Data!D2,1),"yyyy-mm-dd")
TEXT(Data!D2,"d mmm")
INT(NOW())=TODAY()
TODAY()-TODAY()
YEAR(TODAY())>2000
ISNUMBER(TODAY())
ISNUMBER(NOW())
NOW()>=TODAY()
Data!D2>Data!D3
MAX(Data!D2:D9)-MIN(Data!D2:D9)
DATE(2020,1,1)=43831
"2020-01-15"+1
Data!D2&""
IF(Data!D2<DATE(2021,1,1),"old","new")
SUMPRODUCT((YEAR(Data!D2:D9)=2020)*1)
SUMPRODUCT((MONTH(Data!D2:D9)=2)*Data!C2:C9)
`,
  library: String.raw`
ACOT(2)
BETADIST(0.4,8,10)
BETAINV(0.6,8,10)
BETA.DIST(0.4,8,10,TRUE)
BETA.INV(0.6,8,10)
BIN2HEX("1111")
BIN2OCT("1001")
CHIINV(0.05,10)
CHISQ.DIST(3,4,TRUE)
CHISQ.DIST.RT(3,4)
CHISQ.INV(0.9,4)
CHISQ.INV.RT(0.1,4)
CONFIDENCE.NORM(0.05,2.5,50)
CONFIDENCE.T(0.05,1,50)
CONVERT(2.5,"ft","m")
CONVERT(1,"hr","mn")
CONVERT(300,"K","C")
COT(1)
COTH(1)
CSC(1)
SEC(1)
DEC2OCT(58)
DEC2HEX(-54)
DOLLARDE(1.02,16)
DOLLARFR(1.125,16)
ERF(1)
ERFC(1)
EXPON.DIST(0.2,10,FALSE)
F.DIST(2,3,4,TRUE)
F.DIST.RT(2,3,4)
F.INV(0.6,3,4)
F.INV.RT(0.2,3,4)
FDIST(2,3,4)
FINV(0.2,3,4)
FISHERINV(0.5)
FORECAST.LINEAR(6,Numbers!B1:B5,Numbers!A1:A5)
FVSCHEDULE(1,{0.09,0.11,0.1})
GAMMA(2.5)
GAMMA.DIST(10,9,2,TRUE)
GAMMADIST(10,9,2,FALSE)
GAMMAINV(0.07,9,2)
GAUSS(2)
HEX2BIN("F")
HEX2OCT("1F")
IMABS("3+4i")
IMREAL("6-9i")
IMAGINARY("3+4i")
IMSUM("3+4i","5-3i")
IMSUB("13+4i","5+3i")
IMPRODUCT("3+4i","5-3i")
IMCONJUGATE("3+4i")
COMPLEX(3,4)
ISPMT(0.1/12,1,36,8000)
LOGNORM.DIST(4,3.5,1.2,TRUE)
LOGNORMDIST(4,3.5,1.2)
LOGINV(0.04,3.5,1.2)
MIRR({-120000,39000,30000,21000,37000,46000},0.1,0.12)
NORM.DIST(42,40,1.5,FALSE)
NORMINV(0.9,40,1.5)
NORM.S.INV(0.9)
NORM.S.DIST(0.5,FALSE)
OCT2BIN("7")
OCT2HEX("100")
PDURATION(0.025,2000,2200)
PERMUTATIONA(3,2)
PHI(0.75)
RRI(96,10000,11000)
STEYX(Numbers!C1:C5,Numbers!A1:A5)
T.DIST.2T(1.5,10)
T.DIST.RT(1.5,10)
T.INV(0.75,10)
T.INV.2T(0.5,10)
TINV(0.05,10)
TTEST(Numbers!A1:A5,Numbers!C1:C5,2,1)
FTEST(Numbers!A1:A5,Numbers!C1:C5)
ZTEST(Numbers!A1:A5,2)
WEIBULL(105,20,100,TRUE)
WEIBULL.DIST(105,20,100,FALSE)
BINOM.DIST(6,10,0.5,TRUE)
BINOM.INV(6,0.5,0.75)
CRITBINOM(6,0.5,0.75)
CUMIPMT(0.09/12,360,125000,13,24,0)
CUMPRINC(0.09/12,360,125000,13,24,0)
DB(1000000,100000,6,2)
DDB(2400,300,10,2,1.5)
HYPGEOMDIST(1,4,8,20)
HYPGEOM.DIST(1,4,8,20,TRUE)
NEGBINOMDIST(10,5,0.25)
NEGBINOM.DIST(10,5,0.25,TRUE)
POISSON.DIST(2,5,FALSE)
XNPV(0.09,{-10000,2750,4250,3250},{39448,39508,39751,39859})
XIRR({-10000,2750,4250,3250,2750},{39448,39508,39751,39859,39904})
PROB({0,1,2,3},{0.2,0.3,0.1,0.4},1,2)
PERCENTRANK.EXC(Numbers!A1:A5,3)
DSUM(Data!A1:C9,"Salary",Data!B1:B2)
DCOUNT(Data!A1:C9,"Salary",Data!B1:B2)
DAVERAGE(Data!A1:C9,"Salary",Data!B1:B2)
DMAX(Data!A1:C9,"Salary",Data!B1:B2)
DMIN(Data!A1:C9,"Salary",Data!B1:B2)
DGET(Data!A1:C9,"Salary",Data!A1:A2)
ROMAN(499)
ARABIC("IV")
SKEW.P(Data!C2:C9)
IRR({-70000,12000,15000,18000,21000,26000})
TDIST(1.96,60,2)
T.DIST(1.5,10,TRUE)
T.DIST(-1.5,10,TRUE)
T.DIST(0.7,3,FALSE)
T.DIST(1,0,TRUE)
CHITEST({58,35;11,25;10,23},{45.35,47.65;17.56,18.44;16.09,16.91})
CHISQ.TEST(Numbers!A1:A5,Numbers!C1:C5)
CHITEST(Numbers!A1:A5,Numbers!C1:C4)
MODE.MULT(1,2,4,3,2,3,2,1,3)
INDEX(MODE.MULT({1,2,4,3,2,3,2,1,3}),2)
LINEST(Numbers!C1:C5,Numbers!A1:A5)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5),1,2)
INDEX(LINEST(Numbers!C1:C5),1,2)
LINEST(Numbers!C1:C5,Numbers!A1:A5,FALSE)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),2,1)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),2,2)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),3,1)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),3,2)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),4,1)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),4,2)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),5,1)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),5,2)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,FALSE,TRUE),2,1)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,FALSE,TRUE),2,2)
INDEX(LINEST(Numbers!C1:C5,Numbers!A1:A5,FALSE,TRUE),3,1)
INDEX(LINEST({1,2,3},{2,4,6},TRUE,TRUE),3,1)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5}),1,1)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5}),1,2)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5}),1,3)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5},TRUE,TRUE),2,1)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5},TRUE,TRUE),2,3)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5},TRUE,TRUE),3,3)
INDEX(LINEST({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5},TRUE,TRUE),4,1)
INDEX(LINEST({2,5,4,9,7,12},{1,2,3,4,5,6;1,1,4,2,7,5}),1,1)
LOGEST(Numbers!C1:C5,Numbers!A1:A5)
INDEX(LOGEST(Numbers!C1:C5,Numbers!A1:A5),1,2)
INDEX(LOGEST(Numbers!C1:C5,Numbers!A1:A5,TRUE,TRUE),2,1)
LOGEST(Numbers!D1:D5,Numbers!A1:A5)
TREND(Numbers!C1:C5)
TREND(Numbers!C1:C5,Numbers!A1:A5)
TREND(Numbers!C1:C5,Numbers!A1:A5,6)
TREND(Numbers!C1:C5,Numbers!A1:A5,6,FALSE)
SUM(TREND(Numbers!C1:C5,Numbers!A1:A5,{6;7;8}))
TREND({2;5;4;9;7;12},{1,1;2,1;3,4;4,2;5,7;6,5},{7,3})
TREND({2,5,4,9,7,12},{1,2,3,4,5,6;1,1,4,2,7,5},{7;3})
GROWTH(Numbers!C1:C5,Numbers!A1:A5)
GROWTH(Numbers!C1:C5,Numbers!A1:A5,6)
SUM(GROWTH(Numbers!B1:B5,Numbers!A1:A5,{6;7}))
GROWTH(Numbers!D1:D5,Numbers!A1:A5,6)
`,
};

/** All formulas, grouped by subject. */
export const FORMULAS: readonly { readonly subject: string; readonly formula: string }[] =
  Object.entries(CORPUS).flatMap(([subject, lines]) =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((formula) => ({ subject, formula })),
  );

/** A workbook with the data and a sheet with one formula per row. */
export function workbookOf(formulas: readonly string[]): Workbook {
  const rows = new Map<number, Row>(
    formulas.map((formula, at) => [
      at,
      { cells: new Map([[0, { text: `=${formula}` }]]), attributes: {} },
    ]),
  );
  const sheet = { name: 'Formulas', rows, rowCount: undefined, attributes: {} };
  return [...readWorkbook(JSON.stringify(DATA)), sheet];
}

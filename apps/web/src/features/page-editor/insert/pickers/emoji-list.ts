/** An emoji with its names in English and in Chinese; the first of each is shown. */
export interface Emoji {
  readonly character: string;
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

/** Each line: the character, English names, Chinese names. */
const LINES = `
😀 grinning,smile,happy;笑脸,开心
😃 smiley,happy,joy;开心,笑
😄 smile,laugh,happy;微笑,大笑
😁 beaming,grin;露齿笑,嘻嘻
😆 laughing,haha;哈哈,大笑
😅 sweat smile,relief;苦笑,尴尬
😂 joy,tears,lol;笑哭,喜极而泣
🤣 rolling,rofl,lol;笑翻,打滚
🙂 slight smile;浅笑,微笑
🙃 upside down;倒脸,无奈
😉 wink;眨眼
😊 blush,smile;害羞,微笑
😇 innocent,angel;天使,无辜
🥰 loved,hearts;喜爱,爱心
😍 heart eyes,love;花痴,喜欢
🤩 star struck,wow;崇拜,惊艳
😘 kiss;飞吻,亲亲
😋 yum,tasty;好吃,馋
😜 crazy,tongue,joke;调皮,吐舌
🤪 zany,goofy;疯癫,滑稽
🤗 hug;拥抱
🤭 oops,giggle;捂嘴笑,偷笑
🤫 shush,quiet,secret;安静,嘘
🤔 thinking,hmm;思考,疑问
🤐 zipper,secret;闭嘴,保密
🤨 raised eyebrow,doubt;怀疑,挑眉
😐 neutral,meh;无语,面无表情
😑 expressionless;无语,无表情
😶 no mouth,speechless;沉默,无言
😏 smirk;得意,坏笑
😒 unamused;不满,嫌弃
🙄 eye roll;白眼,翻白眼
😬 grimace,awkward;尴尬,龇牙
😌 relieved;放松,欣慰
😔 pensive,sad;失落,沉思
😴 sleeping,tired;睡觉,困
😷 mask,sick;口罩,生病
🤒 fever,sick;发烧,生病
🤕 injured,hurt;受伤
🤯 mind blown,exploding;震惊,爆炸头
🥳 party,celebrate;庆祝,派对
😎 cool,sunglasses;酷,墨镜
🤓 nerd,geek;书呆子,极客
🧐 inspect,monocle;审视,研究
😕 confused;困惑
😟 worried;担心
😮 surprised,open mouth;惊讶
😲 astonished;吃惊,震惊
😳 flushed;脸红
🥺 pleading,please;恳求,拜托
😨 fearful;害怕
😰 anxious,sweat;焦虑,冷汗
😢 cry,sad;哭,难过
😭 sob,cry;大哭
😱 scream,shock;尖叫,惊恐
😖 confounded;纠结
😞 disappointed;失望
😩 weary;疲惫
😫 tired;累
🥱 yawn,bored;打哈欠,无聊
😤 huff,triumph;生气,哼
😡 angry,mad;愤怒,生气
🤬 swearing,rage;骂人,暴怒
💀 skull,dead;骷髅,死
💩 poop;便便
🤖 robot,bot;机器人
👻 ghost;幽灵,鬼
👽 alien;外星人
👋 wave,hello,bye;挥手,你好,再见
✋ raised hand,stop;举手,停
👌 ok hand,perfect;好的,没问题
✌️ victory,peace;胜利,耶
🤞 fingers crossed,luck;祈祷,好运
🤘 rock;摇滚
👈 point left;向左指
👉 point right;向右指
👆 point up;向上指
👇 point down;向下指
☝️ index up,attention;食指,注意
👍 thumbs up,yes,like,+1;赞,点赞,同意
👎 thumbs down,no,-1;踩,反对
✊ fist;拳头
👊 punch,bump;击拳
👏 clap,applause;鼓掌
🙌 raised hands,hooray;欢呼,万岁
🤝 handshake,deal;握手,合作
🙏 pray,thanks,please;感谢,拜托,祈祷
✍️ writing;写字
💪 muscle,strong;加油,强壮
🧠 brain,mind;大脑,智慧
👀 eyes,look;眼睛,看
👁️ eye;眼,查看
🗣️ speaking;说话
👤 user,person;用户,人
👥 users,people,team;用户组,团队
👶 baby;婴儿
👨‍💻 developer,programmer;程序员,开发者
👩‍💻 developer woman,programmer;女程序员,开发者
🧑‍🔧 mechanic,maintainer;维修,运维
🕵️ detective,investigate;侦探,调查
👷 worker,construction;工人,施工
💂 guard;守卫
🙋 question,raise hand;提问,举手
🤷 shrug,unknown;耸肩,不知道
🤦 facepalm;捂脸,无语
❤️ heart,love;红心,爱心
🧡 orange heart;橙心
💛 yellow heart;黄心
💚 green heart;绿心
💙 blue heart;蓝心
💜 purple heart;紫心
🖤 black heart;黑心
💔 broken heart;心碎
💯 hundred,perfect;满分,一百分
💥 boom,collision;爆炸,碰撞
💫 dizzy,star;眩晕
💬 comment,speech,chat;评论,对话
💭 thought;想法
💤 zzz,sleep;睡觉
🐶 dog;狗
🐱 cat;猫
🐭 mouse;老鼠
🐰 rabbit;兔子
🦊 fox;狐狸
🐻 bear;熊
🐼 panda;熊猫
🐯 tiger;老虎
🦁 lion;狮子
🐮 cow;奶牛
🐷 pig;猪
🐸 frog;青蛙
🐵 monkey;猴子
🐔 chicken;鸡
🐧 penguin,linux;企鹅
🐦 bird;鸟
🦉 owl;猫头鹰
🐝 bee;蜜蜂
🐛 bug,worm;虫子,缺陷
🦋 butterfly;蝴蝶
🐌 snail,slow;蜗牛,慢
🐢 turtle,slow;乌龟,慢
🐍 snake,python;蛇
🐙 octopus;章鱼
🐳 whale,docker;鲸鱼
🐘 elephant,postgres;大象
🦄 unicorn;独角兽
🌱 seedling,sprout;幼苗,新芽
🌲 tree;树,松树
🌵 cactus;仙人掌
🍀 clover,luck;四叶草,幸运
🌸 blossom,flower;樱花,花
🌹 rose;玫瑰
🌻 sunflower;向日葵
🍎 apple;苹果
🍌 banana;香蕉
🍇 grapes;葡萄
🍉 watermelon;西瓜
🍋 lemon;柠檬
🍓 strawberry;草莓
🍞 bread;面包
🧀 cheese;奶酪
🍔 burger;汉堡
🍕 pizza;披萨
🍜 noodles;面条
🍚 rice;米饭
🍰 cake;蛋糕
🎂 birthday cake;生日蛋糕
🍪 cookie;曲奇,饼干
🍫 chocolate;巧克力
☕ coffee,tea;咖啡
🍵 tea;茶
🍺 beer;啤酒
🥂 cheers,toast;干杯
🌍 earth,world,globe;地球,世界
🌐 globe,web,internet;网络,互联网
🗺️ map;地图
🏔️ mountain;高山
🏠 house,home;房子,首页
🏢 office,company;公司,办公楼
🏭 factory;工厂
🏦 bank;银行
🏥 hospital;医院
🏗️ building,construction;建设中,施工
🚗 car;汽车
🚌 bus;公交车
🚄 train,fast;高铁,火车
✈️ plane,flight;飞机
🚢 ship;轮船,发货
🚀 rocket,launch,deploy;火箭,发布,上线
🛰️ satellite;卫星
⏰ alarm,clock;闹钟,时间
⏱️ stopwatch,timer;秒表,计时
⏳ hourglass,waiting;沙漏,等待
⌛ hourglass done,timeout;超时,沙漏
🕐 clock,time;时钟,一点
📅 calendar,date;日历,日期
🌙 moon,night;月亮,夜间
☀️ sun,sunny;太阳,晴
⛅ cloudy;多云
☁️ cloud;云
🌧️ rain;下雨
⛈️ storm;暴风雨
❄️ snow,freeze;雪花,冻结
🔥 fire,hot;火,热门
💧 drop,water;水滴
🌊 wave,sea;海浪
🌈 rainbow;彩虹
⚡ zap,lightning,fast;闪电,快速
⭐ star,favourite;星星,收藏
🌟 glowing star;闪亮
✨ sparkles,new;闪光,新功能
🎉 tada,party,celebrate;庆祝,撒花
🎊 confetti;彩球,庆祝
🎁 gift;礼物
🎈 balloon;气球
🏆 trophy,winner;奖杯,冠军
🥇 gold,first;金牌,第一
🥈 silver,second;银牌,第二
🥉 bronze,third;铜牌,第三
🏅 medal;奖牌
⚽ football,soccer;足球
🏀 basketball;篮球
🎯 target,goal;目标,靶心
🎲 dice,random;骰子,随机
🎮 game;游戏
🧩 puzzle,plugin;拼图,插件
🎨 art,design,style;调色板,设计
🎬 clapper,film;场记板,影片
🎤 microphone;麦克风
🎧 headphones;耳机
🎵 music,note;音乐
📱 phone,mobile;手机
💻 laptop,computer;笔记本电脑,电脑
🖥️ desktop,server;台式机,服务器
⌨️ keyboard;键盘
🖱️ mouse device;鼠标
🖨️ printer;打印机
💾 floppy,save;软盘,保存
💿 disc,cd;光盘
📷 camera;相机
📹 video;摄像机,视频
📺 tv,screen;电视,屏幕
☎️ telephone;电话
🔋 battery;电池
🔌 plug,power;插头,接口
💡 idea,bulb,tip;灯泡,想法,提示
🔦 flashlight;手电筒
💰 money,cost;钱,费用
💳 card,payment;银行卡,支付
🧾 receipt;收据,账单
⚖️ scales,legal;天平,法律
🔧 wrench,fix;扳手,修复
🔨 hammer,build;锤子,构建
🛠️ tools;工具
⚙️ gear,settings;齿轮,设置
🔩 bolt;螺丝
🧲 magnet;磁铁
🧪 test tube,experiment;试管,测试,实验
🔬 microscope;显微镜
🔭 telescope;望远镜
🩹 bandage,patch;创可贴,补丁
💊 pill;药
🚪 exit,way out;门,退出
🔑 key,password;钥匙,密钥
🗝️ old key;旧钥匙
🔒 lock,private;锁,锁定
🔓 unlock,open;解锁
🔐 secure,encrypted;加密,安全
🛡️ shield,security;盾牌,安全
🚨 alarm light,alert,incident;警报,告警
🚧 construction,wip;施工中,进行中
🚦 traffic light;红绿灯
🛑 stop;停止
⛔ no entry,forbidden;禁止,禁止通行
🚫 prohibited,no;禁止
❌ cross,no,wrong;错误,叉
⭕ circle,yes;圆圈
✅ check,done,yes;完成,对勾
☑️ checkbox;勾选
✔️ check mark;对号
➕ plus,add;加号,新增
➖ minus,remove;减号,移除
➡️ arrow right,next;右箭头
⬅️ arrow left,back;左箭头
⬆️ arrow up;上箭头
⬇️ arrow down;下箭头
↩️ return,undo;返回,撤销
🔄 refresh,sync,repeat;刷新,同步
🔁 loop,repeat;循环,重复
⏩ fast forward;快进
⏸️ pause;暂停
▶️ play,run;播放,运行
⏹️ stop button;停止
❗ exclamation,important;感叹号,重要
❓ question;问号,疑问
‼️ double exclamation;双感叹号
⚠️ warning,caution;警告,注意
ℹ️ info;信息,说明
♻️ recycle,reuse;回收,重用
🆕 new;新
🆗 ok;好
🆘 sos,help;求助
🔴 red circle;红色圆,红点
🟠 orange circle;橙色圆
🟡 yellow circle;黄色圆,黄点
🟢 green circle;绿色圆,绿点
🔵 blue circle;蓝色圆,蓝点
⚫ black circle;黑色圆
⚪ white circle;白色圆
🔗 link,chain;链接
📎 paperclip,attachment;回形针,附件
📌 pin;图钉,置顶
📍 location,place;位置,定位
✂️ scissors,cut;剪刀,剪切
📝 memo,note,edit;备忘,笔记,编辑
✏️ pencil,edit;铅笔,编辑
🖊️ pen;钢笔
🔍 search,magnifier;搜索,放大镜
📖 book,read;书,阅读
📚 books,docs;书籍,文档
📓 notebook;笔记本
📄 page,document;页面,文档
📃 page curl;文稿
📋 clipboard,list;剪贴板,清单
📁 folder;文件夹,目录
📂 open folder;打开的文件夹
🗂️ dividers,index;索引,归档
🗃️ file box,archive;档案盒
🗄️ cabinet,database;文件柜,数据库
🗑️ trash,delete;垃圾桶,删除
📦 package,box;包裹,软件包
📊 bar chart,statistics;柱状图,统计
📈 chart up,growth;上升,增长
📉 chart down,decline;下降
📧 email,mail;邮件,邮箱
📨 incoming mail;收件
📤 outbox,upload;发件箱,上传
📥 inbox,download;收件箱,下载
📢 loudspeaker,announcement;喇叭,公告
📣 megaphone;扩音器,宣传
🔔 bell,notification;铃铛,通知
🔕 mute;静音,免打扰
🏷️ label,tag;标签
🚩 flag,milestone;红旗,里程碑
🏁 finish,checkered flag;终点,完成
`;

export const emojis: readonly Emoji[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const space = line.indexOf(' ');
    const [en = '', zh = ''] = line.slice(space + 1).split(';');
    return { character: line.slice(0, space), en: en.split(','), zh: zh.split(',') };
  });

/** Shown before a letter is typed. */
const COMMON = '👍 ✅ ❌ ⚠️ 🎉 🚀 🐛 🔥 💡 ❓ 👀 🙏'.split(' ');
const MAX_RESULTS = 12;

const compact = (text: string) => text.toLowerCase().replaceAll(/[\s_]/g, '');

/** A shorter query would match parts of too many words. */
const INSIDE_LENGTH = 3;

/** How well an emoji matches, best first: a whole name, the start of a name or of a word, any other part. */
function rank({ en, zh }: Emoji, query: string): number | undefined {
  const names = [...en, ...zh].map(compact);
  if (names.includes(query)) return 0;
  if (names[0]?.startsWith(query)) return 1;
  if (names.some((name) => name.startsWith(query))) return 2;
  if (en.some((name) => name.split(' ').some((word) => word.startsWith(query)))) return 3;
  const isInside = query.length >= INSIDE_LENGTH || /\p{Script=Han}/u.test(query);
  return isInside && names.some((name) => name.includes(query)) ? 4 : undefined;
}

/** The emoji whose names contain the query, best first. */
export function filterEmoji(query: string): Emoji[] {
  const wanted = compact(query);
  if (wanted === '') return emojis.filter(({ character }) => COMMON.includes(character));
  return emojis
    .map((emoji) => ({ emoji, rank: rank(emoji, wanted) }))
    .filter((found): found is { emoji: Emoji; rank: number } => found.rank !== undefined)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_RESULTS)
    .map(({ emoji }) => emoji);
}

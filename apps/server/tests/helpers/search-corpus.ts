/** Generates pages that resemble a team's documents in Chinese and English, deterministic for a seed. */

const CHINESE =
  '用户 登录 接口 订单 支付 退款 参数 返回 请求 响应 字段 类型 必填 说明 示例 错误 状态 数据 系统 服务 配置 部署 版本 更新 删除 查询 列表 详情 分页 缓存 队列 消息 通知 权限 角色 密钥 签名 加密 回调 超时 重试 幂等 限流 熔断 降级 日志 监控 告警 数据库 主键 索引 外键 默认值 商品 库存 仓库 物流 地址 发票 优惠券 会员 积分 活动 渠道 门店 供应商 采购 结算 对账 报表 导出 导入 模板 文件 上传 下载 图片 附件 前端 后端 网关 容器 镜像 集群 节点 灰度 回滚 沙箱 鉴权 令牌 验证码 手机号 邮箱 昵称 头像 注册 注销 冻结 审核 驳回 工单 客服 评价 收藏 购物车 秒杀 拼团 分销 佣金 提现 余额 流水 币种 汇率 税率 时区 语言 编码 校验 摘要 压缩 分片 副本 快照 备份 恢复 迁移 归档'.split(
    ' ',
  );
const PARTICLES = '的了在和与或是为有不可以需要时会将由从到中后前其该所'.split('');
const ENGLISH =
  'user login order payment refund request response field type required example error status data system service config deploy version update delete query list detail page cache queue message notice permission role secret signature encrypt callback timeout retry idempotent limit breaker fallback log monitor alert database primary key index foreign default product stock warehouse shipping address invoice coupon member point campaign channel store supplier purchase settlement reconcile report export import template file upload download image attachment frontend backend gateway container cluster node release rollback sandbox token captcha phone email nickname avatar register freeze review reject ticket support rating favorite cart commission withdraw balance currency exchange tax timezone locale encoding checksum digest compress shard replica snapshot backup restore migrate archive the of to and a in is for that with when connection refused by server must not empty returns'.split(
    ' ',
  );

export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const randomBetween = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from));
export const pickOne = <T>(random: Random, list: readonly T[]) =>
  list[Math.floor(random() * list.length)] as T;
/** Prefers the first elements, because a few words are frequent in every language. */
const pickFrequent = <T>(random: Random, list: readonly T[]) =>
  list[Math.floor(random() ** 2.2 * list.length)] as T;

/** Rare words: names, products, places. */
const RARE_CHARACTERS =
  '云山海风林江河湖桥港湾岛峰谷川原野星月光影声色香味春夏秋冬东西南北金银铜铁玉石竹梅兰菊松柏鹤鹿龙凤虎豹'.split(
    '',
  );
const SYLLABLES = 'ka ro mi ten zu la vo pra shi nel dor qui ex fa lun bre'.split(' ');
const rareChineseWord = (random: Random) =>
  pickOne(random, RARE_CHARACTERS) + pickOne(random, RARE_CHARACTERS);
const rareLatinWord = (random: Random) =>
  Array.from({ length: 3 }, () => pickOne(random, SYLLABLES)).join('');

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const latinWord = (random: Random) =>
  random() < 0.03 ? rareLatinWord(random) : pickFrequent(random, ENGLISH);

function makeIdentifier(random: Random): string {
  const parts = [latinWord(random), latinWord(random)];
  return random() < 0.6 ? parts.join('_') : `${parts[0]}${capitalize(parts[1] ?? '')}`;
}

function makePath(random: Random): string {
  return `/api/v${randomBetween(random, 1, 4)}/${latinWord(random)}/${makeIdentifier(random)}`;
}

function chineseText(random: Random, words: number): string {
  let text = '';
  for (let at = 0; at < words; at += 1)
    text +=
      (random() < 0.03 ? rareChineseWord(random) : pickFrequent(random, CHINESE)) +
      (random() < 0.4 ? pickOne(random, PARTICLES) : '');
  return text;
}

const englishText = (random: Random, words: number) =>
  Array.from({ length: words }, () => latinWord(random)).join(' ');

function makeLine(random: Random): string {
  const kind = random();
  if (kind < 0.1) return `## ${chineseText(random, 2)} ${capitalize(latinWord(random))}`;
  if (kind < 0.4)
    return `${chineseText(random, randomBetween(random, 6, 16))}，${chineseText(random, 5)}。`;
  if (kind < 0.6) return `${capitalize(englishText(random, randomBetween(random, 6, 18)))}.`;
  if (kind < 0.85)
    return `| ${makeIdentifier(random)} | string | ${random() < 0.5 ? '是' : '否'} | ${chineseText(random, 4)} |`;
  if (kind < 0.93) return `- \`${pickOne(random, ['GET', 'POST', 'PUT'])} ${makePath(random)}\``;
  return `{"${makeIdentifier(random)}": ${randomBetween(random, 0, 9999)}, "${latinWord(random)}": "${latinWord(random)}=>${randomBetween(random, 1, 100)}%"}`;
}

export interface CorpusPage {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Pages are composed of lines from a shared stock plus one unique line each. */
export function createCorpus(seed: number, lineCount = 20_000) {
  const random = seededRandom(seed);
  const lines = Array.from({ length: lineCount }, () => makeLine(random));
  return {
    random,
    makePage(number: number): CorpusPage {
      const title =
        random() < 0.5
          ? `${chineseText(random, 2)}接口 ${number}`
          : `${capitalize(latinWord(random))} ${latinWord(random)}`;
      const sharedLines = Array.from({ length: randomBetween(random, 8, 40) }, () =>
        pickOne(random, lines),
      );
      const uniqueLine = `${chineseText(random, 3)} ${makeIdentifier(random)}_${number} ${makePath(random)}/${number}`;
      return { title, lines: [`# ${title}`, ...sharedLines, uniqueLine] };
    },
  };
}

/** Realistic item sizes: few large items, many small ones. */
export function itemSizes(items: number, pages: number, maxSize: number): number[] {
  const sizesFor = (power: number) =>
    Array.from({ length: items }, (_, at) => Math.max(1, Math.round(maxSize / (at + 1) ** power)));
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  let [low, high] = [0, 3];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (sum(sizesFor(middle)) > pages) low = middle;
    else high = middle;
  }
  return sizesFor(high);
}

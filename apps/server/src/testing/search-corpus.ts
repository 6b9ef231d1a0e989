/** Generates pages that resemble a team's documents in Chinese and English, deterministic for a seed. */

const CHINESE =
  '用户 登录 接口 订单 支付 退款 参数 返回 请求 响应 字段 类型 必填 说明 示例 错误 状态 数据 系统 服务 配置 部署 版本 更新 删除 查询 列表 详情 分页 缓存 队列 消息 通知 权限 角色 密钥 签名 加密 回调 超时 重试 幂等 限流 熔断 降级 日志 监控 告警 数据库 主键 索引 外键 默认值 商品 库存 仓库 物流 地址 发票 优惠券 会员 积分 活动 渠道 门店 供应商 采购 结算 对账 报表 导出 导入 模板 文件 上传 下载 图片 附件 前端 后端 网关 容器 镜像 集群 节点 灰度 回滚 沙箱 鉴权 令牌 验证码 手机号 邮箱 昵称 头像 注册 注销 冻结 审核 驳回 工单 客服 评价 收藏 购物车 秒杀 拼团 分销 佣金 提现 余额 流水 币种 汇率 税率 时区 语言 编码 校验 摘要 压缩 分片 副本 快照 备份 恢复 迁移 归档'.split(
    ' ',
  );
const GLUE = '的了在和与或是为有不可以需要时会将由从到中后前其该所'.split('');
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

export const between = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from));
export const oneOf = <T>(random: Random, list: readonly T[]) =>
  list[Math.floor(random() * list.length)] as T;
/** Prefers the first elements, because a few words are frequent in every language. */
const oftenFirst = <T>(random: Random, list: readonly T[]) =>
  list[Math.floor(random() ** 2.2 * list.length)] as T;

/** Rare words: names, products, places. */
const RARE_SIGNS =
  '云山海风林江河湖桥港湾岛峰谷川原野星月光影声色香味春夏秋冬东西南北金银铜铁玉石竹梅兰菊松柏鹤鹿龙凤虎豹'.split(
    '',
  );
const SYLLABLES = 'ka ro mi ten zu la vo pra shi nel dor qui ex fa lun bre'.split(' ');
const rareChinese = (random: Random) => oneOf(random, RARE_SIGNS) + oneOf(random, RARE_SIGNS);
const rareLatin = (random: Random) =>
  Array.from({ length: 3 }, () => oneOf(random, SYLLABLES)).join('');

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const latin = (random: Random) =>
  random() < 0.03 ? rareLatin(random) : oftenFirst(random, ENGLISH);

function identifier(random: Random): string {
  const parts = [latin(random), latin(random)];
  return random() < 0.6 ? parts.join('_') : `${parts[0]}${capital(parts[1] ?? '')}`;
}

function path(random: Random): string {
  return `/api/v${between(random, 1, 4)}/${latin(random)}/${identifier(random)}`;
}

function chinese(random: Random, words: number): string {
  let text = '';
  for (let at = 0; at < words; at += 1)
    text +=
      (random() < 0.03 ? rareChinese(random) : oftenFirst(random, CHINESE)) +
      (random() < 0.4 ? oneOf(random, GLUE) : '');
  return text;
}

const sentence = (random: Random, words: number) =>
  Array.from({ length: words }, () => latin(random)).join(' ');

function makeLine(random: Random): string {
  const kind = random();
  if (kind < 0.1) return `## ${chinese(random, 2)} ${capital(latin(random))}`;
  if (kind < 0.4) return `${chinese(random, between(random, 6, 16))}，${chinese(random, 5)}。`;
  if (kind < 0.6) return `${capital(sentence(random, between(random, 6, 18)))}.`;
  if (kind < 0.85)
    return `| ${identifier(random)} | string | ${random() < 0.5 ? '是' : '否'} | ${chinese(random, 4)} |`;
  if (kind < 0.93) return `- \`${oneOf(random, ['GET', 'POST', 'PUT'])} ${path(random)}\``;
  return `{"${identifier(random)}": ${between(random, 0, 9999)}, "${latin(random)}": "${latin(random)}=>${between(random, 1, 100)}%"}`;
}

export interface CorpusPage {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Pages are composed of lines from a shared stock plus one unique line each. */
export function createCorpus(seed: number, stock = 20_000) {
  const random = seededRandom(seed);
  const lines = Array.from({ length: stock }, () => makeLine(random));
  return {
    random,
    makePage(number: number): CorpusPage {
      const title =
        random() < 0.5
          ? `${chinese(random, 2)}接口 ${number}`
          : `${capital(latin(random))} ${latin(random)}`;
      const picked = Array.from({ length: between(random, 8, 40) }, () => oneOf(random, lines));
      const own = `${chinese(random, 3)} ${identifier(random)}_${number} ${path(random)}/${number}`;
      return { title, lines: [`# ${title}`, ...picked, own] };
    },
  };
}

/** Realistic item sizes: few large items, many small ones. */
export function itemSizes(items: number, pages: number, largest: number): number[] {
  const sizesFor = (power: number) =>
    Array.from({ length: items }, (_, at) => Math.max(1, Math.round(largest / (at + 1) ** power)));
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  let [low, high] = [0, 3];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (sum(sizesFor(middle)) > pages) low = middle;
    else high = middle;
  }
  return sizesFor(high);
}

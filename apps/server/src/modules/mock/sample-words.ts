/** Names and places for samples. */
const splitWords = (words: string) => words.split(' ');

export const firstNames = splitWords(
  'James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Susan Daniel Karen Paul Lisa Mark Nancy',
);
export const lastNames = splitWords(
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Wilson Martinez Anderson Taylor Thomas Moore Lee Walker Hall Young',
);
export const chineseFamilyNames = splitWords(
  '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭',
);
export const chineseGivenNames = splitWords(
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 涛 明 超 秀英 霞 平 刚 桂英',
);
export const chineseCharacters = Array.from(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
);
export const regions = splitWords('东北 华北 华东 华中 华南 西南 西北');
export const provinces: Readonly<Record<string, readonly string[]>> = {
  北京: ['北京市'],
  上海: ['上海市'],
  广东省: ['广州市', '深圳市', '珠海市'],
  浙江省: ['杭州市', '宁波市', '温州市'],
  江苏省: ['南京市', '苏州市', '无锡市'],
  四川省: ['成都市', '绵阳市'],
  湖北省: ['武汉市', '宜昌市'],
  山东省: ['济南市', '青岛市'],
};
export const counties = splitWords('东城区 西湖区 南山区 江宁区 武侯区 洪山区 历下区 天河区');
export const protocols = splitWords('http ftp https mailto news gopher telnet ws');
export const topDomains = splitWords('com net org edu gov cn io dev info');

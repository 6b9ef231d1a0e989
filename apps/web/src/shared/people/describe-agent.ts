export interface UserAgent {
  readonly app: string | undefined;
  readonly system: string | undefined;
  readonly deviceType: 'computer' | 'phone' | 'tablet' | 'script';
}

/** Most browsers also claim to be Chrome or Safari, so the more specific patterns come first. */
const apps = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bM?QQBrowser\//, 'QQ Browser'],
  [/\bUC(?:Browser|WEB)\b/, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
] as const;

/** Android and ChromeOS also name Linux or X11, and an iPhone's agent names Mac OS X. */
const systems = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bHarmonyOS\b/, 'HarmonyOS', 'phone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
] as const;

/** The common name of the program and of the operating system or device in a user agent string. */
export function describeAgent(agent: string): UserAgent {
  if (!agent.startsWith('Mozilla/'))
    return { app: scriptName(agent), system: undefined, deviceType: 'script' };
  const [, system, deviceType = 'computer'] =
    systems.find(([pattern]) => pattern.test(agent)) ?? [];
  const [, app] = apps.find(([pattern]) => pattern.test(agent)) ?? [];
  return { app, system, deviceType };
}

/** Scripts and libraries start with their name: `curl/8.5.0`, `python-requests/2.32`. */
function scriptName(agent: string): string | undefined {
  return /^([\w][\w .-]{0,39}?)(?:\/|$)/.exec(agent.trim())?.[1];
}

// The values of shared/ui/tokens.css as an Ant Design theme; keep the two in step.
import { theme } from 'antd';
import type { ConfigProviderProps } from 'antd';

const font =
  '"Inter", -apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';
const mono =
  '"JetBrains Mono", ui-monospace, SFMono-Regular, "Cascadia Code", Consolas, "Noto Sans Mono CJK SC", "PingFang SC", "Microsoft YaHei", monospace';

const light = {
  canvas: '#FFFFFF',
  subtle: '#F7F8FA',
  muted: '#EEF0F4',
  raised: '#FFFFFF',
  line: '#E4E7EC',
  line2: '#D3D8E0',
  text: '#14171F',
  text2: '#454D5E',
  text3: '#636B7B',
  off: '#A3ABB9',
  accent: '#3355E0',
  accentHover: '#2A48C4',
  accentDown: '#223BA3',
  accentText: '#2F4FD3',
  accentSoft: '#EEF2FE',
  bad: '#B92323',
  ok: '#12693F',
  warn: '#8A4F00',
  info: '#0A5F96',
  mask: 'rgba(18,22,33,.42)',
  shadow:
    '0 0 0 1px rgba(18,22,33,.06), 0 4px 10px -2px rgba(18,22,33,.08), 0 18px 36px -10px rgba(18,22,33,.18)',
};
const dark: typeof light = {
  canvas: '#15171C',
  subtle: '#0F1115',
  muted: '#20242C',
  raised: '#1C1F26',
  line: '#272B34',
  line2: '#3A404C',
  text: '#ECEEF2',
  text2: '#B0B7C4',
  text3: '#8D95A4',
  off: '#5B6373',
  accent: '#4361EE',
  accentHover: '#4A68F0',
  accentDown: '#3653D9',
  accentText: '#9DB0FF',
  accentSoft: '#1E2747',
  bad: '#FF8F8A',
  ok: '#5FD39A',
  warn: '#F2B657',
  info: '#74C3F3',
  mask: 'rgba(4,5,8,.62)',
  shadow: '0 0 0 1px #2B303A, 0 10px 24px -4px rgba(0,0,0,.5), 0 24px 48px -12px rgba(0,0,0,.6)',
};

export function octavoConfig(isDark: boolean): ConfigProviderProps {
  const c = isDark ? dark : light;
  return {
    theme: {
      cssVar: { key: 'octavo' },
      algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: {
        fontFamily: font,
        fontFamilyCode: mono,
        fontSize: 14,
        lineHeight: 1.45,
        colorPrimary: c.accent,
        colorPrimaryHover: c.accentHover,
        colorPrimaryActive: c.accentDown,
        colorPrimaryBg: c.accentSoft,
        colorLink: c.accentText,
        colorError: c.bad,
        colorSuccess: c.ok,
        colorWarning: c.warn,
        colorInfo: c.info,
        colorBgLayout: c.subtle,
        colorBgContainer: c.canvas,
        colorBgElevated: c.raised,
        colorBgMask: c.mask,
        colorFillSecondary: c.muted,
        colorBorder: c.line2,
        colorBorderSecondary: c.line,
        colorSplit: c.line,
        colorText: c.text,
        colorTextSecondary: c.text2,
        colorTextTertiary: c.text3,
        colorTextPlaceholder: c.text3,
        colorTextDisabled: c.off,
        borderRadius: 8,
        borderRadiusSM: 6,
        borderRadiusXS: 4,
        borderRadiusLG: 12,
        controlHeight: 32,
        controlHeightSM: 28,
        controlHeightLG: 40,
        motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        motionDurationFast: '0.12s',
        motionDurationMid: '0.2s',
        motionDurationSlow: '0.2s',
        motionEaseInOut: 'cubic-bezier(.2,0,0,1)',
        boxShadowSecondary: c.shadow,
        screenXL: 1300,
      },
      components: {
        // The dark algorithm shifts seed colours; component tokens put the exact fills back.
        Button: {
          colorPrimary: c.accent,
          colorPrimaryHover: c.accentHover,
          colorPrimaryActive: c.accentDown,
          colorError: c.bad,
          dangerColor: isDark ? '#24100F' : '#FFFFFF',
          fontWeight: 500,
          primaryShadow: 'none',
          dangerShadow: 'none',
          defaultShadow: '0 1px 2px rgba(18,22,33,.05)',
          paddingInline: 12,
        },
        Table: {
          headerBg: c.subtle,
          headerColor: c.text3,
          headerSplitColor: 'transparent',
          rowHoverBg: c.subtle,
          cellPaddingBlock: 10,
          cellPaddingInline: 16,
        },
        Modal: { titleFontSize: 17, borderRadiusLG: 16 },
        Segmented: {
          trackBg: c.muted,
          itemSelectedBg: isDark ? '#343A46' : c.canvas,
          itemColor: c.text2,
        },
        Tabs: {
          horizontalItemGutter: 24,
          itemColor: c.text3,
          itemSelectedColor: c.text,
          inkBarColor: c.accent,
        },
        Tree: {
          colorBgContainer: 'transparent',
          titleHeight: 30,
          nodeHoverBg: c.muted,
          nodeSelectedBg: c.accentSoft,
          nodeSelectedColor: c.accentText,
          indentSize: 20,
        },
        Menu: {
          itemHeight: 34,
          itemBorderRadius: 8,
          itemSelectedBg: c.muted,
          itemSelectedColor: c.text,
          itemHoverBg: c.muted,
        },
        Pagination: { itemBg: 'transparent' },
        Tooltip: { colorBgSpotlight: '#1D212B' },
      },
    },
    // Dropdown lists are rendered inside the landmark or dialog that opened them.
    getPopupContainer: (opener) =>
      opener?.closest<HTMLElement>('[role="dialog"], main') ?? document.body,
    button: { autoInsertSpace: false }, // no space inside two-character Chinese labels
    modal: { mask: { closable: false } }, // no dialog closes on an outside click
    drawer: { mask: { closable: true } }, // the mobile menu may
  };
}

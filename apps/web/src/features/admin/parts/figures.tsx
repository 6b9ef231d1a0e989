import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Curve } from './curve.tsx';
import styles from './figures.module.css';

type Points = readonly (number | null)[];

/** The minimum and maximum of the measured values; undefined when there are none. */
function rangeOf(points: Points) {
  const known = points.filter((point) => point !== null);
  if (known.length === 0) return undefined;
  return { least: Math.min(...known), most: Math.max(...known) };
}

/** The traffic metrics of the site, each with its current value, a sparkline and a text summary. */
export function Figures({ found }: { found: Diagnosis }) {
  const { t } = useText();
  const { language } = useLanguage();
  const digits = new Intl.NumberFormat(language);
  const { traffic } = found;
  const number = (value: number) => digits.format(value);
  const time = (value: number) => t('adminSystem.milliseconds', { time: number(value) });
  const words = (points: Points, write: (value: number) => string) => {
    const range = rangeOf(points);
    if (!range) return t('adminSystem.notMeasured');
    const [least, most] = [write(range.least), write(range.most)];
    return least === most
      ? t('adminSystem.hourSteady', { value: most })
      : t('adminSystem.hourRange', { least, most });
  };
  const { errors_curve: errors } = traffic;
  return (
    <dl className={styles.figures}>
      <Figure
        name={t('adminSystem.answerTime')}
        value={traffic.answer_time === null ? undefined : time(traffic.answer_time)}
        points={traffic.answer_time_curve}
      >
        {words(traffic.answer_time_curve, time)}
      </Figure>
      <Figure
        name={t('adminSystem.requests')}
        value={traffic.requests === null ? undefined : number(traffic.requests)}
        points={traffic.requests_curve}
      >
        {words(traffic.requests_curve, number)}
      </Figure>
      <Figure
        name={t('adminSystem.errors')}
        value={rangeOf(errors) && number(traffic.errors)}
        points={errors}
        isBad={traffic.errors > 0}
      >
        {traffic.errors === 0
          ? t(rangeOf(errors) ? 'adminSystem.errorsNone' : 'adminSystem.notMeasured')
          : t('adminSystem.errorsMost', { most: number(rangeOf(errors)?.most ?? 0) })}
      </Figure>
      <Figure
        name={t('adminSystem.editors')}
        value={number(found.editor_count)}
        points={traffic.editors_curve}
      >
        {words(traffic.editors_curve, number)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** Undefined when nothing was measured. */
  value: string | undefined;
  points: Points;
  isBad?: boolean;
  /** A text summary of the curve. */
  children: ReactNode;
}

function Figure({ name, value = '–', points, isBad = false, children }: FigureProps) {
  return (
    <div className={isBad ? styles.bad : undefined}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <Curve points={points} />
        <small>{children}</small>
      </dd>
    </div>
  );
}

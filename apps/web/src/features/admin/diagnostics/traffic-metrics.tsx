import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './traffic-metrics.module.css';

type Points = readonly (number | null)[];

/** The minimum and maximum of the measured values; undefined when there are none. */
function rangeOf(points: Points) {
  const measured = points.filter((point) => point !== null);
  if (measured.length === 0) return undefined;
  return { min: Math.min(...measured), max: Math.max(...measured) };
}

/** The traffic metrics of the site, each with its current value, a sparkline and a text summary. */
export function TrafficMetrics({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useText();
  const { language } = useLanguage();
  const digits = new Intl.NumberFormat(language);
  const { traffic } = diagnosis;
  const number = (value: number) => digits.format(value);
  const time = (value: number) => t('adminSystem.milliseconds', { time: number(value) });
  const words = (points: Points, write: (value: number) => string) => {
    const range = rangeOf(points);
    if (!range) return t('adminSystem.notMeasured');
    const [min, max] = [write(range.min), write(range.max)];
    return min === max
      ? t('adminSystem.hourSteady', { value: max })
      : t('adminSystem.hourRange', { min, max });
  };
  const { errors_curve: errors } = traffic;
  return (
    <dl className={styles.figures}>
      <Metric
        name={t('adminSystem.answerTime')}
        value={traffic.answer_time === null ? undefined : time(traffic.answer_time)}
        points={traffic.answer_time_curve}
      >
        {words(traffic.answer_time_curve, time)}
      </Metric>
      <Metric
        name={t('adminSystem.requests')}
        value={traffic.requests === null ? undefined : number(traffic.requests)}
        points={traffic.requests_curve}
      >
        {words(traffic.requests_curve, number)}
      </Metric>
      <Metric
        name={t('adminSystem.errors')}
        value={rangeOf(errors) && number(traffic.errors)}
        points={errors}
        isBad={traffic.errors > 0}
      >
        {traffic.errors === 0
          ? t(rangeOf(errors) ? 'adminSystem.errorsNone' : 'adminSystem.notMeasured')
          : t('adminSystem.errorsMost', { max: number(rangeOf(errors)?.max ?? 0) })}
      </Metric>
      <Metric
        name={t('adminSystem.editors')}
        value={number(diagnosis.editor_count)}
        points={traffic.editors_curve}
      >
        {words(traffic.editors_curve, number)}
      </Metric>
    </dl>
  );
}

interface MetricProps {
  name: string;
  /** Undefined when nothing was measured. */
  value: string | undefined;
  points: Points;
  isBad?: boolean;
  /** A text summary of the curve. */
  children: ReactNode;
}

function Metric({ name, value = '–', points, isBad = false, children }: MetricProps) {
  return (
    <div className={isBad ? styles.bad : undefined}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <Sparkline points={points} />
        <small>{children}</small>
      </dd>
    </div>
  );
}

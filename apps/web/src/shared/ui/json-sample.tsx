import styles from './json-sample.module.css';

/** A sample JSON response with syntax highlighting, for the illustrations of the product. */
export function Json(props: { order: string; status: string; amount: number }) {
  return (
    <pre className={styles.code}>
      {'{\n'}
      <Line name="order_id" value={<i className={styles.string}>"{props.order}"</i>} more />
      <Line name="status" value={<i className={styles.string}>"{props.status}"</i>} more />
      <Line name="amount" value={<i className={styles.number}>{props.amount}</i>} />
      {'}'}
    </pre>
  );
}

function Line(props: { name: string; value: React.ReactNode; more?: boolean }) {
  return (
    <>
      {'  '}
      <i className={styles.key}>"{props.name}"</i>
      <i className={styles.mark}>:</i> {props.value}
      {props.more && ','}
      {'\n'}
    </>
  );
}

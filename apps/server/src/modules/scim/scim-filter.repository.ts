import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { usernameKey } from '../../lib/username-key.ts';
import { leafOf, requiredFields } from './filter.ts';
import type { Filter, Literal, Operator, Target } from './filter.ts';
import type { Attribute } from './schemas.ts';

/** Compiles filters to conditions on `scim_user` and `scim_group`. Values are parameters, names come from the schema. */

type Sql = RawBuilder<unknown>;

/** A text, a boolean or a time, and how the values that it is compared with are written. */
interface Operand {
  readonly value: Sql;
  readonly fold?: (text: string) => string;
}

/** The values of a multi-valued attribute: a source of rows, and the expression of a sub-attribute in it. */
interface Values {
  readonly from: Sql;
  sub(name: string): Sql;
}

interface Columns {
  single(target: Target): Operand;
  values(target: Target): Values;
  /** A condition with an index that the values of a filter meet. */
  hint?(target: Target, fields: Readonly<Record<string, Literal>>): Sql | undefined;
}

function compare(
  { value, fold }: Operand,
  operator: Operator,
  sent: Literal,
  leaf: Attribute,
): Sql {
  if (sent === null) return operator === 'eq' ? sql`${value} is null` : sql`${value} is not null`;
  const isText = leaf.type !== 'boolean' && leaf.type !== 'dateTime';
  const a = isText && !leaf.caseExact && !fold ? sql`lower(${value})` : value;
  const b =
    leaf.type === 'dateTime'
      ? sql`${sent}::timestamptz`
      : !isText
        ? sql`${sent}::boolean`
        : fold
          ? sql`${fold(String(sent))}::text`
          : leaf.caseExact
            ? sql`${sent}::text`
            : sql`lower(${sent}::text)`;
  const ordered = isText ? sql`collate "C"` : sql``;
  switch (operator) {
    case 'eq':
      return sql`coalesce(${a} = ${b}, false)`;
    case 'ne':
      return sql`${a} is distinct from ${b}`;
    case 'co':
      return sql`coalesce(strpos(${a}::text, ${b}::text) > 0, false)`;
    case 'sw':
      return sql`coalesce(starts_with(${a}::text, ${b}::text), false)`;
    case 'ew':
      return sql`coalesce(right(${a}::text, length(${b}::text)) = ${b}::text, false)`;
    case 'gt':
      return sql`coalesce(${a} > ${b} ${ordered}, false)`;
    case 'ge':
      return sql`coalesce(${a} >= ${b} ${ordered}, false)`;
    case 'lt':
      return sql`coalesce(${a} < ${b} ${ordered}, false)`;
    case 'le':
      return sql`coalesce(${a} <= ${b} ${ordered}, false)`;
  }
}

function condition(columns: Columns, filter: Filter): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [a, b] = filter.parts.map((part) => condition(columns, part));
      return filter.kind === 'and' ? sql`(${a} and ${b})` : sql`(${a} or ${b})`;
    }
    case 'not':
      return sql`(not ${condition(columns, filter.filter)})`;
    case 'some':
      return some(columns, filter.target, filter.filter);
    case 'present':
    case 'compare': {
      const { target } = filter;
      const leaf = leafOf(target);
      if (target.attribute.multiValued && target.attribute.subAttributes) {
        const own = { keys: [leaf.name], attribute: leaf, sub: undefined };
        return some(columns, target, { ...filter, target: own });
      }
      return filter.kind === 'present'
        ? sql`(${columns.single(target).value} is not null)`
        : compare(columns.single(target), filter.operator, filter.value, leaf);
    }
  }
}

function some(columns: Columns, target: Target, filter: Filter): Sql {
  const values = columns.values(target);
  const inner: Columns = {
    single: ({ attribute }) => ({ value: values.sub(attribute.name) }),
    values: () => values,
  };
  const found = sql`exists (select from ${values.from} where ${condition(inner, filter)})`;
  const fields = requiredFields(filter);
  const hint = fields && columns.hint?.(target, fields);
  return hint ? sql`(${hint} and ${found})` : found;
}

/** A sub-attribute of a value in JSON; a boolean is compared as one. */
const inJson = (target: Target): Values => ({
  from: sql`jsonb_array_elements(coalesce(attributes #> ${[...target.keys]}::text[], '[]')) as v`,
  sub: (name) =>
    name === 'primary' ? sql`(v ->> ${sql.lit(name)})::boolean` : sql`(v ->> ${sql.lit(name)})`,
});

const inRows = (from: Sql): Values => ({
  from: sql`(${from}) as own`,
  sub: (name) => sql`own.${sql.ref(name)}`,
});

/** `meta.created` or `meta.lastModified`, else the type of the resource. */
const meta = (table: 'scim_user' | 'scim_group', name: string | undefined, type: string): Sql => {
  if (name === 'created') return sql`${sql.ref(`${table}.addtime`)}`;
  return name === 'lastModified' ? sql`${sql.ref(`${table}.update_time`)}` : sql`${type}::text`;
};

const userColumns: Columns = {
  single(target) {
    const { keys, attribute, sub } = target;
    switch (attribute.name) {
      case 'id':
        return { value: sql`scim_user.scim_id` };
      case 'externalId':
        return { value: sql`external_id` };
      case 'userName':
        return { value: sql`user_name_key`, fold: usernameKey };
      case 'active':
        return { value: sql`(disabled_time is null)` };
      case 'schemas':
        return { value: sql`null::text` };
      case 'meta':
        return { value: meta('scim_user', sub?.name, 'User') };
      default: {
        const leaf = leafOf(target);
        const path = leaf === attribute ? keys : [...keys, leaf.name];
        return { value: sql`(attributes #>> ${[...path]}::text[])` };
      }
    }
  },
  values: (target) =>
    target.attribute.name === 'groups'
      ? inRows(sql`
          select scim_group_id as value, display_name as display, 'direct'::text as type, null::text as "$ref"
          from scim_member join scim_group using (scim_group_id)
          where scim_member.scim_id = scim_user.scim_id`)
      : inJson(target),
  hint: ({ attribute }, { value }) =>
    attribute.name === 'emails' && typeof value === 'string'
      ? sql`emails @> array[${value.toLowerCase()}::text]`
      : undefined,
};

const groupColumns: Columns = {
  single({ attribute, sub }) {
    switch (attribute.name) {
      case 'id':
        return { value: sql`scim_group.scim_group_id` };
      case 'externalId':
        return { value: sql`external_id` };
      case 'displayName':
        return { value: sql`display_name` };
      case 'meta':
        return { value: meta('scim_group', sub?.name, 'Group') };
      default:
        return { value: sql`null::text` };
    }
  },
  values: () =>
    inRows(sql`
      select scim_id as value, user_name as display, 'User'::text as type, null::text as "$ref"
      from scim_member join scim_user using (scim_id)
      where scim_member.scim_group_id = scim_group.scim_group_id`),
};

/** A condition on `scim_user` joined with the account. */
export const userCondition = (filter: Filter | undefined): RawBuilder<unknown> =>
  filter ? condition(userColumns, filter) : sql`true`;

/** A condition on `scim_group`. */
export const groupCondition = (filter: Filter | undefined): RawBuilder<unknown> =>
  filter ? condition(groupColumns, filter) : sql`true`;

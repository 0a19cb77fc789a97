import {
  type AttributeModel,
  attributeFilterKinds,
  attributeModels,
  conversationFilterFields,
  type FilterFieldKind,
  readerFilterValue,
} from '@parley/contract/shared/filters'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import {
  type Filter,
  type FilterTree,
  isFilterRow,
  rejectFilter,
  rejectOperator,
} from '../../../http/requests/parse-filters.ts'
import {
  booleanCondition,
  dateCondition,
  instantCondition,
  numberCondition,
  textCondition,
  toList,
  toNumber,
  toPair,
} from './filter-conditions.ts'
import type { Status } from './status-cache.ts'

type Sql = RawBuilder<unknown>
type Condition = RawBuilder<boolean>
type FilterContext = {
  reader_id: number
  statuses: readonly Status[]
  /** Field kinds of the custom attributes, by model and key. */
  attributes: Map<string, FilterFieldKind>
}

export type ListFilters = {
  /** Statuses that the list can contain. They decide which parts of the index are read. */
  status_ids: number[]
  conditions: Condition[]
}

/**
 * Compiles a list's `filters` into conditions. Incomplete rows are dropped; invalid rows are refused with their path.
 * Values are always bound, never written into the SQL.
 */
export async function compileFilters(
  db: Db,
  actor: Actor,
  trees: FilterTree[],
  statuses: readonly Status[],
): Promise<ListFilters> {
  const attributes = rowsOf(trees).some(isAboutAttribute) ? await readAttributes(db) : new Map()
  const context = { reader_id: actor.id, statuses, attributes }
  const statusRows: Filter[] = []
  const otherTrees: FilterTree[] = []
  for (const tree of trees.flatMap(flattenAll))
    isFilterRow(tree) && isAboutStatus(tree) ? statusRows.push(tree) : otherTrees.push(tree)
  return {
    // Evaluates every row, even after an empty result, so that an invalid row is always refused.
    status_ids: statusRows.reduce(
      (remaining, row) => {
        const matching = matchingStatusIds(row, statuses)
        return remaining.filter((id) => matching.includes(id))
      },
      statuses.map(({ id }) => id),
    ),
    conditions: otherTrees.map((tree) => treeCondition(tree, context)),
  }
}

/** A top-level `all` means the same as listing its parts. */
const flattenAll = (tree: FilterTree): FilterTree[] => ('all' in tree ? tree.all.flatMap(flattenAll) : [tree])

const rowsOf = (trees: FilterTree[]): Filter[] =>
  trees.flatMap((tree) => (isFilterRow(tree) ? [tree] : rowsOf('any' in tree ? tree.any : tree.all)))

function treeCondition(tree: FilterTree, context: FilterContext): Condition {
  if (isFilterRow(tree)) return rowCondition(tree, context)
  const [parts, separator] = 'any' in tree ? [tree.any, sql` or `] : [tree.all, sql` and `]
  return sql`(${sql.join(
    parts.map((part) => treeCondition(part, context)),
    separator,
  )})`
}

function rowCondition(f: Filter, context: FilterContext): Condition {
  if (f.field === 'tags') return tagCondition(f)
  if (isAboutStatus(f)) return sql`c.status_id = any(${matchingStatusIds(f, context.statuses)})`
  if (isAboutAttribute(f)) return attributeCondition(f, context)
  if (f.model === 'contacts') return contactCondition(f)
  if (f.model && f.model !== 'conversations')
    return rejectFilter(f, `conversations cannot be filtered by "${f.model}.${f.field}"`)
  if (f.field === 'unread') return booleanCondition(f, isUnread(context.reader_id))
  if (f.field === 'assigned_user_id')
    return numberCondition(withReader(f, context.reader_id), sql`c.assigned_user_id`)
  // People type the number with a leading "#".
  if (f.field === 'reference_number') return textCondition(withoutHash(f), sql`c.reference_number`)
  return columnCondition(f, fieldKind('conversations', f), sql.ref(`c.${f.field}`))
}

function columnCondition(f: Filter, kind: FilterFieldKind, column: Sql): Condition {
  switch (kind) {
    case 'choice':
      return numberCondition(f, column)
    case 'text':
      return textCondition(f, column)
    case 'instant':
      return instantCondition(f, column)
    case 'number':
      return numberCondition(
        f,
        sql`(case when ${column} ~ '^-?[0-9]+([.][0-9]+)?$' then (${column})::numeric end)`,
        true,
      )
    case 'date':
      return dateCondition(f, sql`left(${column}, 10)`)
    case 'boolean':
      return booleanCondition(f, sql`(${column} = 'true')`)
    case 'tags':
      return rejectOperator(f)
  }
}

function fieldKind(model: keyof typeof conversationFilterFields, f: Filter): FilterFieldKind {
  const fields: Record<string, FilterFieldKind> = conversationFilterFields[model]
  // Guards against `constructor` and other inherited properties.
  const kind = Object.hasOwn(fields, f.field) ? fields[f.field] : undefined
  return kind ?? rejectFilter(f, `conversations cannot be filtered by "${f.field}"`)
}

const isAboutStatus = (f: Filter) => f.model === 'conversation_statuses' || f.field === 'status_id'

const matchingStatusIds = (f: Filter, statuses: readonly Status[]): number[] =>
  statuses.filter((status) => statusMatches(f, status)).map(({ id }) => id)

function statusMatches(f: Filter, status: Status): boolean {
  if (f.operator === 'set') return true
  if (f.operator === 'not set') return false
  if (f.model !== 'conversation_statuses' || f.field === 'id') return idMatches(f, status.id)
  if (f.field !== 'name') return rejectFilter(f, `statuses have no field "${f.field}"`)
  const name = status.name.toLowerCase()
  switch (f.operator) {
    case 'equals':
      return name === String(f.value).toLowerCase()
    case 'not equals':
      return name !== String(f.value).toLowerCase()
    case 'in':
      return toList(f.value).some((value) => String(value).toLowerCase() === name)
    case 'contains':
    case 'ilike':
      return name.includes(String(f.value).toLowerCase())
    case 'not contains':
      return !name.includes(String(f.value).toLowerCase())
    default:
      return rejectOperator(f)
  }
}

function idMatches(f: Filter, id: number): boolean {
  switch (f.operator) {
    case 'equals':
      return id === toNumber(f, f.value)
    case 'not equals':
      return id !== toNumber(f, f.value)
    case 'in':
      return toList(f.value)
        .map((value) => toNumber(f, value))
        .includes(id)
    case 'greater than':
      return id > toNumber(f, f.value)
    case 'less than':
      return id < toNumber(f, f.value)
    case 'between': {
      const [from, to] = toPair(f).map((value) => toNumber(f, value))
      return id >= Number(from) && id <= Number(to)
    }
    default:
      return rejectOperator(f)
  }
}

function tagCondition(f: Filter): Condition {
  const hasTag = (ids?: number[]) =>
    sql<boolean>`exists (select from conversation_tags ct where ct.conversation_id = c.id ${ids ? sql`and ct.tag_id = any(${ids})` : sql``})`
  const ids = () => toList(f.value).map((value) => toNumber(f, value))
  switch (f.operator) {
    case 'contains':
    case 'in':
      return hasTag(ids())
    case 'not contains':
      return sql`not ${hasTag(ids())}`
    case 'set':
      return hasTag()
    case 'not set':
      return sql`not ${hasTag()}`
    default:
      return rejectOperator(f)
  }
}

function contactCondition(f: Filter): Condition {
  const kind = fieldKind('contacts', f)
  const column = f.field === 'name' ? sql`trim(k.first_name || ' ' || k.last_name)` : sql.ref(`k.${f.field}`)
  return contactExists(columnCondition(f, kind, column))
}

const isAboutAttribute = (f: Filter) => Object.hasOwn(attributeModels, f.model ?? '')

function attributeCondition(f: Filter, { attributes }: FilterContext): Condition {
  const kind = attributes.get(`${f.model} ${f.field}`)
  if (!kind) return rejectFilter(f, `there is no custom attribute "${f.field}"`)
  const isConversation = f.model === 'conversation_attributes'
  const column = sql`(${sql.ref(isConversation ? 'c.custom_attributes' : 'k.custom_attributes')} ->> ${f.field}::text)`
  const condition = columnCondition(f, kind, column)
  return isConversation ? condition : contactExists(condition)
}

async function readAttributes(db: Db): Promise<Map<string, FilterFieldKind>> {
  const rows = await db
    .selectFrom('custom_attribute_definitions')
    .select(['applies_to', 'key', 'data_type'])
    .execute()
  const findModel = (applies_to: string) =>
    (Object.keys(attributeModels) as AttributeModel[]).find((model) => attributeModels[model] === applies_to) // Object.keys widens the key type
  return new Map(
    rows.map((row) => [`${findModel(row.applies_to)} ${row.key}`, attributeFilterKinds[row.data_type]]),
  )
}

const contactExists = (condition: Condition): Condition =>
  sql`exists (select from contacts k where k.id = c.contact_id and ${condition})`

const isUnread = (reader_id: number) => sql<boolean>`(c.unread_counter > coalesce((
  select seen.seen_counter + seen.own_since from conversation_seen seen
  where seen.conversation_id = c.id and seen.agent_id = ${reader_id}), 0))`

/** "me" is whoever reads the list, so that a shared view can show each agent their own conversations. */
function withReader(f: Filter, reader_id: number): Filter {
  if (f.value === readerFilterValue) return { ...f, value: reader_id }
  const list = f.operator === 'in' ? toList(f.value) : null
  return list?.includes(readerFilterValue)
    ? { ...f, value: list.map((value) => (value === readerFilterValue ? reader_id : value)) }
    : f
}

const withoutHash = (f: Filter): Filter =>
  typeof f.value === 'string' ? { ...f, value: f.value.replace(/^#/, '') } : f

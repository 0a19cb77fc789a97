import type { RetentionScope } from '@parley/contract/retention/retention'
import { type RawBuilder, sql } from 'kysely'

const dayMs = 86_400_000

/** Where a scan of a rule's conversations continues: after this row of this list. */
export type ScanCursor = { list: number; at: string; id: number }

/** One index range: conversations of one status, or those in the trash and in spam, each oldest first. */
type ScanList = { where: RawBuilder<boolean>; at: RawBuilder<Date> }

export const beforeOf = ({ after_days }: Pick<RetentionScope, 'after_days'>, now: Date): Date =>
  new Date(now.getTime() - after_days * dayMs)

/** The lists that a rule goes through, in this order; each is a range of an index. On `conversations c`. */
export function scanLists({ status_ids, include_spam, include_trash }: RetentionScope): ScanList[] {
  const reasons = [...(include_spam ? ['spam'] : []), ...(include_trash ? ['deleted'] : [])]
  return [
    ...status_ids.map((id) => ({
      where: sql<boolean>`c.status_id = ${id} and c.deleted_at is null`,
      at: sql<Date>`c.last_message_at`,
    })),
    ...(reasons.length > 0
      ? [
          {
            where: sql<boolean>`c.deleted_at is not null and c.merged_into_id is null and c.trash_reason = any(${reasons}::text[])`,
            at: sql<Date>`c.deleted_at`,
          },
        ]
      : []),
  ]
}

/** What the index doesn't decide. On `conversations c` of a list. */
const matches = (scope: RetentionScope, before: Date): RawBuilder<boolean> => sql<boolean>`(
  (c.deleted_at is not null or greatest(c.last_message_at, c.resolved_at, c.closed_at) < ${before})
  and ${scope.inbox_ids === null ? sql`true` : sql`c.inbox_id = any(${scope.inbox_ids}::bigint[])`}
  and ${
    scope.exempt_tag_ids.length === 0
      ? sql`true`
      : sql`not exists (select from conversation_tags ct where ct.conversation_id = c.id and ct.tag_id = any(${scope.exempt_tag_ids}::bigint[]))`
  }
  and ${scope.action === 'delete' ? sql`true` : sql`(c.bodies_erased_at is null or c.bodies_erased_at < c.last_message_at)`})`

/** Whether a conversation still belongs to a rule, when its turn has come. On `conversations c`. */
export const isInScope = (scope: RetentionScope, before: Date): RawBuilder<boolean> => sql<boolean>`(
  ${sql.join(
    scanLists(scope).map(({ where, at }) => sql`(${where} and ${at} < ${before})`),
    sql` or `,
  )}) and ${matches(scope, before)}`

export type ScannedRow = { id: number; inbox_id: number; at: Date; is_match: boolean }

/** The next rows of a list after the cursor: an index range of a limited length, whether or not they match. */
export const scanQuery = (
  { where, at }: ScanList,
  {
    scope,
    before,
    after,
    limit,
  }: { scope: RetentionScope; before: Date; after: ScanCursor | null; limit: number },
): RawBuilder<ScannedRow> => sql<ScannedRow>`
  select c.id, c.inbox_id, ${at} as at, ${matches(scope, before)} as is_match from conversations c
  where ${where} and ${at} < ${before}
    ${after ? sql`and (${at}, c.id) > (${after.at}::timestamptz, ${after.id})` : sql``}
  order by ${at}, c.id limit ${limit}`

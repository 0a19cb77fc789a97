import { findToken, type TokenKey, type VerifiedToken } from './conversation-token.ts'
import type { ParsedMail } from './types.ts'

/** What of a mail decides where it belongs. */
export type ThreadableMail = Pick<
  ParsedMail,
  'message_id' | 'in_reply_to' | 'references' | 'subject' | 'to' | 'cc' | 'delivered_to'
>

/**
 * One reason to join a conversation. A `token` names the conversation and proves that we wrote to the sender.
 * A `message_id` is looked up among all ids ever seen (`seenIds`). A `subject_reference` holds only for a participant.
 */
export type JoinKey =
  | { kind: 'token'; token: VerifiedToken }
  | { kind: 'message_id'; message_id: string }
  | { kind: 'subject_reference'; reference_number: string }

export type JoinOptions = { keys: TokenKey[] }

/** Mailing list software and loops grow References without end; the newest ids are the ones that matter. */
const maxReferences = 200

/**
 * The reasons to join, best first: the first that leads to a conversation decides. Signed tokens in recipients and
 * references; then In-Reply-To, References from the newest, and the mail's own id (an answer may arrive before it);
 * then "[#123]" in the subject.
 */
export function listJoinKeys(mail: ThreadableMail, { keys }: JoinOptions): JoinKey[] {
  const cited = citedIds(mail)
  const recipients = [...mail.delivered_to, ...mail.to, ...mail.cc].map(({ address }) => address)
  const tokens = [...recipients, ...cited].flatMap((text) => findToken(text, keys) ?? [])
  const ids = [...new Set([...cited, ...(mail.message_id ? [mail.message_id] : [])])]
  return [
    ...deduplicateTokens(tokens).map((token) => ({ kind: 'token' as const, token })),
    ...ids.map((message_id) => ({ kind: 'message_id' as const, message_id })),
    ...parseSubjectReferences(mail.subject).map((reference_number) => ({
      kind: 'subject_reference' as const,
      reference_number,
    })),
  ]
}

/**
 * Every id that a mail makes known, its own first. All of them lead to its conversation from then on, unless they
 * already lead to another: so siblings meet even when nobody here ever saw their parent.
 */
export const listThreadIds = (
  mail: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>,
): string[] => [...new Set([...(mail.message_id ? [mail.message_id] : []), ...citedIds(mail)])]

/**
 * Mails in order of delivery, as groups of their positions: the joining rule over an index in memory. Tokens and
 * subject references need a database of conversations and play no part here.
 */
export function groupMails(
  mails: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>[],
): number[][] {
  const conversations: number[][] = []
  const known = new Map<string, number[]>()
  mails.forEach((mail, position) => {
    const found = [...citedIds(mail), mail.message_id ?? ''].map((id) => known.get(id)).find((group) => group)
    const conversation = found ?? []
    if (!found) conversations.push(conversation)
    conversation.push(position)
    for (const id of listThreadIds(mail)) if (!known.has(id)) known.set(id, conversation)
  })
  return conversations
}

/** The mail's own id among its references is a loop and says nothing. */
function citedIds({
  message_id,
  in_reply_to,
  references,
}: Pick<ThreadableMail, 'message_id' | 'in_reply_to' | 'references'>) {
  const newestFirst = references.slice(-maxReferences).reverse()
  return [...in_reply_to.slice(0, maxReferences), ...newestFirst].filter((id) => id !== message_id)
}

function deduplicateTokens(tokens: VerifiedToken[]): VerifiedToken[] {
  const byTarget = new Map<string, VerifiedToken>()
  for (const token of tokens) {
    const target = String(token.uuid ?? token.conversation_id)
    if (!byTarget.has(target)) byTarget.set(target, token)
  }
  return [...byTarget.values()]
}

/** "[#123]" and "[Acme #123]": our reference number, or somebody else's, which then leads nowhere. */
const parseSubjectReferences = (subject: string): string[] => [
  ...new Set([...subject.matchAll(/\[(?:[^[\]#]{0,40}\s)?#(\d{1,18})\]/g)].map(([, digits]) => digits ?? '')),
]

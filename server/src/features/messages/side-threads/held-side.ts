import type { Recipients } from '../recipients.ts'

/**
 * What a held email to third parties needs besides its text. Its recipients are here rather than in the columns for
 * replies: a server that doesn't know side threads must not send it to them as a reply (migration 0078).
 */
export type HeldSide = Recipients & {
  /** Null: it starts with this email. */
  side_thread_id: number | null
  subject: string
  /** What the email that starts it forwards. */
  forward: {
    message_ids: number[]
    message_uuid: string | null
    forward_attachments: string[] | null
  } | null
}

/** Only insertHeldSend writes the column. */
export const heldSide = ({ side_thread }: { side_thread: unknown }): HeldSide | null =>
  side_thread as HeldSide | null

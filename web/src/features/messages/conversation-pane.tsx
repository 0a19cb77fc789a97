import type { ReactNode } from 'react'
import { Thread } from './thread/thread.tsx'

/** The messages of one conversation, with the composer below. */
export function ConversationPane({
  uuid,
  end,
  children,
}: {
  uuid: string
  /** At the end of the timeline. */
  end?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex h-full flex-col">
      <Thread key={uuid} uuid={uuid} end={end} />
      {children}
    </div>
  )
}

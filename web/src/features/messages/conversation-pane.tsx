import type { ReactNode } from 'react'
import { Thread } from './thread/thread.tsx'

/** The messages of one conversation, and under them the place to answer. */
export function ConversationPane({ uuid, children }: { uuid: string; children?: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <Thread uuid={uuid} />
      {children}
    </div>
  )
}

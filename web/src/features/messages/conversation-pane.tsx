import type { ReactNode } from 'react'
import { Thread } from './thread/thread.tsx'

/** The messages of one conversation, with the composer below. */
export function ConversationPane({ uuid, children }: { uuid: string; children?: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <Thread uuid={uuid} />
      {children}
    </div>
  )
}

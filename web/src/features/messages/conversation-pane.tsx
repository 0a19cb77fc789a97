import { MessagesSquare } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The messages of one conversation. */
export function ConversationPane({ uuid }: { uuid: string }) {
  return <EmptyState icon={MessagesSquare} title={uuid} />
}

import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { InboxList } from '../../lib/inbox-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The rows of one inbox. `openUuid` is the conversation that is open beside it. */
export function ConversationList({ title }: { list: InboxList; title: string; openUuid: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center border-b px-4">
        <h1 className="truncate text-md font-semibold">{title}</h1>
      </header>
      <EmptyState icon={Inbox} title={t('inbox.list_pending.title')}>
        {t('inbox.list_pending.text')}
      </EmptyState>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { ArrowLeft, MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

/** One conversation. `listPath` is the way back to its list on a narrow screen. */
export function ConversationPane({ uuid, listPath }: { uuid: string; listPath: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <Link
          to={listPath}
          aria-label={t('inbox.back')}
          className="-ml-2 grid size-8 place-items-center md:hidden"
        >
          <ArrowLeft size={16} aria-hidden />
        </Link>
      </header>
      <EmptyState icon={MessagesSquare} title={uuid} />
    </div>
  )
}

import type { Conversation } from '@parley/contract/conversations/conversations'
import { Link } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { useUnmerge } from './use-merge.ts'

/** Says where a merged conversation continues. */
export function MergedBanner({
  conversation: c,
  listPath,
}: {
  conversation: Conversation
  listPath: string
}) {
  const { t } = useTranslation()
  const me = useMe()
  const target = c.merged_into
  const unmerge = useUnmerge()
  if (!target) return null
  const path: string = `${listPath}/conversation/${target.uuid}`
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface-sunk px-4 py-2"
    >
      <Merge size={14} aria-hidden className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 truncate text-ink-2">
        {t('merges.continued')}{' '}
        <Link to={path} search className="font-medium text-accent-text hover:underline">
          <span className="tabular-nums">#{target.reference_number}</span>{' '}
          <span dir="auto">{target.subject || t('conversation.no_subject')}</span>
        </Link>
      </p>
      {may(me, 'conversations:merge') && (
        <Button
          size="sm"
          loading={unmerge.isPending}
          onClick={() => unmerge.mutate({ uuid: c.uuid, target })}
        >
          {t('merges.unmerge')}
        </Button>
      )}
    </div>
  )
}

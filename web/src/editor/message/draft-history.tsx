import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../commands/command-registry.ts'
import { type DraftKey, serverKeyOf } from '../../lib/drafts.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { SaveState } from './message-draft.ts'
import type { MessageEditor } from './use-message-editor.ts'

// Rarely opened.
const DraftVersionsDialog = lazyPart(() => import('./draft-versions-dialog.tsx'), 'DraftVersionsDialog')

/** Whether the draft is saved, and its earlier versions. */
export function DraftHistory({
  draftKey,
  message,
  saved,
}: {
  draftKey: DraftKey
  message: MessageEditor
  saved: SaveState
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useCommands([
    {
      id: 'composer.draft_versions',
      label: 'command.draft_versions',
      group: 'commands.group.conversation',
      icon: History,
      keywords: t('command.draft_versions.keywords'),
      run: open,
    },
  ])
  return (
    <>
      <DraftStatus saved={saved} onOpenVersions={open} />
      <Suspense>
        {isOpen && (
          <DraftVersionsDialog
            draftKey={serverKeyOf(draftKey)}
            message={message}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Fills the space left by the buttons. "Saved" is shown only where it fits; an unsaved draft is always shown. */
function DraftStatus({ saved, onOpenVersions }: { saved: SaveState; onOpenVersions: () => void }) {
  const { t } = useTranslation()
  if (saved === 'unsaved' || saved === 'local')
    return (
      <span role="status" className="grow pr-2.5 text-right text-xs text-warn">
        {t(saved === 'local' ? 'composer.draft_local' : 'composer.draft_unsaved')}
      </span>
    )
  return (
    <span className="@container w-0 grow text-right text-xs text-ink-3">
      {saved && (
        <button
          type="button"
          title={t('draft.versions')}
          onClick={onOpenVersions}
          className="mr-1.5 hidden max-w-[calc(100%-0.375rem)] truncate rounded-sm px-1 hover:text-ink @min-[5rem]:inline-block"
        >
          {t('composer.draft_saved')}
        </button>
      )}
    </span>
  )
}

import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../commands/command-registry.ts'
import type { SaveState } from '../../editor/message/message-draft.ts'
import type { MessageEditor } from '../../editor/message/use-message-editor.ts'
import { serverKeyOf } from '../../lib/drafts.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { DraftStatus } from './composer-status.tsx'
import type { ConversationDraftKey } from './sending/send-phase.ts'

// Rarely opened.
const DraftVersionsDialog = lazyPart(
  () => import('../../editor/message/draft-versions-dialog.tsx'),
  'DraftVersionsDialog',
)

/** Whether the draft is saved, and its earlier versions. */
export function DraftHistory({
  draftKey,
  message,
  saved,
}: {
  draftKey: ConversationDraftKey
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

import type { createInvitationLink } from '@parley/contract/agents/agents'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { fullDateTime } from '../../../format/date-time.tsx'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Shows the link once; it is not stored. */
export function InvitationLinkDialog({
  link,
  onClose,
}: {
  link: z.output<typeof createInvitationLink.response>
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      closeOnlyByButton
      title={t('agents.invite.link.title')}
      description={t('agents.invite.link.text')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button variant="primary" onClick={() => copyText(link.url, t('agents.invite.link.copied'), t)}>
            {t('agents.invite.link.copy')}
          </Button>
        </>
      }
    >
      <code className="block rounded-md bg-surface-sunk px-2.5 py-1.5 font-mono text-xs break-all select-all">
        {link.url}
      </code>
      <p className="mt-2 text-xs text-ink-2">
        {t('agents.invite.link.until', { when: fullDateTime(link.expires_at) })}
      </p>
    </Dialog>
  )
}

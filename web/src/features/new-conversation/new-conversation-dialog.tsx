import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyLabels } from '../../ui/display/kbd.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { NewConversationForm } from './new-conversation-form.tsx'

const FORM = 'new-conversation'

/** Starts a conversation. Closing it keeps the draft. */
export function NewConversationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [state, setState] = useState({ sending: false, uploading: false })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('new_conversation.title')}
      footer={
        <>
          <Button type="button" variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            disabled={state.uploading}
            loading={state.sending}
            aria-label={t('new_conversation.submit')}
          >
            {t('new_conversation.submit')}
            <span className="pointer-coarse:hidden max-md:hidden">
              <KeyLabels keys="mod+enter" tone="bare" />
            </span>
          </Button>
        </>
      }
    >
      <NewConversationForm id={FORM} onState={setState} onDone={onClose} />
    </Dialog>
  )
}

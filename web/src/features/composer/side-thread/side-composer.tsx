import type { Agent } from '@parley/contract/agents/agent'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../../editor/attachments/drop-zone.tsx'
import { useDraftPart } from '../../../editor/message/message-draft.ts'
import { MessageSurface } from '../../../editor/message/message-surface.tsx'
import { useContentLoader, useMessageEditor } from '../../../editor/message/use-message-editor.ts'
import {
  type SideComposerTarget,
  showSideComposer,
  sideDraftTarget,
} from '../../../lib/side-composer-target.ts'
import { templateValues } from '../../../macros/template-values.ts'
import type { PendingMacro } from '../../../macros/use-macro-command.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Recipients } from '../recipients/recipients.tsx'
import { ForwardedFiles } from './forwarded-files.tsx'
import { useSideDefaults } from './use-side-defaults.ts'
import { useSideDraft } from './use-side-draft.ts'
import { useSideSending } from './use-side-sending.ts'

/** Writes to third parties: forwards emails, or answers in a side thread. */
export function SideComposer({
  target,
  me,
  pendingMacro,
}: {
  target: SideComposerTarget
  me: Agent
  pendingMacro: PendingMacro
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const draft = useSideDraft({ agent_id: me.id, mode: 'side', target: sideDraftTarget(target) })
  const { subject: defaultSubject, recipients } = useSideDefaults(target, draft)
  const fields = useDraftPart(draft, 'fields')
  const subject = typeof fields.subject === 'string' ? fields.subject : defaultSubject
  const change = (values: Record<string, string | string[]>) =>
    draft.change({ fields: { ...draft.getCurrent().fields, ...values } })
  const sending = useSideSending({ target, me, draft, recipients, subject: () => subject })
  const message = useMessageEditor({
    draft,
    place: 'replying',
    uuid: target.uuid,
    label: t('side_thread.text'),
    placeholder: t(
      target.kind === 'forward' ? 'side_thread.forward_placeholder' : 'side_thread.answer_placeholder',
    ),
    values: () => templateValues(cache, me, target.uuid),
    sending: sending.isSending,
    onSend: () => sending.send(),
  })
  const { editor, attachments } = message
  useContentLoader(editor, 0, () => {
    // Its recipient may have been typed before it was rendered.
    draft.flush()
    message.load(draft.readStored())
  })
  const isForward = target.kind === 'forward'
  // Move the focus before the next key arrives, or that key would trigger a shortcut.
  useLayoutEffect(() => {
    if (isForward || !editor) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
  }, [isForward, editor])
  const close = () => {
    draft.flush()
    showSideComposer(null)
  }
  const isUploading = attachments.uploading.length > 0

  return (
    // Escape is for keyboard users; the close button is visible.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}>
      <DropZone onFiles={attachments.attach}>
        <div className="flex items-center gap-2 border-side-line border-b py-1 pr-1.5 pl-3.5 text-side-ink text-xs">
          <p className="min-w-0 flex-1">
            <b className="font-semibold">
              {t(isForward ? 'side_thread.forward_title' : 'side_thread.answer_title')}
            </b>{' '}
            {t('side_thread.not_for_customer')}
          </p>
          <IconButton label={t('side_thread.close')} size="sm" onClick={close}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
        <div className="flex flex-wrap items-start gap-x-3 px-2.5 pt-1">
          <Recipients
            recipients={recipients}
            newParticipants={[]}
            autoFocus={isForward}
            onSend={() => sending.send()}
          />
        </div>
        {isForward && (
          <div className="flex items-center gap-1.5 border-side-line border-t px-3.5 text-xs">
            <label htmlFor="side-subject" className="text-ink-3">
              {t('message.subject')}
            </label>
            <Input
              id="side-subject"
              value={subject}
              onChange={(event) => change({ subject: event.target.value })}
              className="h-7 flex-1 border-0! bg-transparent! px-0 shadow-none!"
            />
          </div>
        )}
        {sending.error && (
          <p role="alert" className="px-3.5 py-1 text-bad text-xs">
            {sending.error}
          </p>
        )}
        <MessageSurface
          message={message}
          className="max-h-[min(20rem,32vh)] min-h-18.5 overflow-y-auto px-3.5 pt-2 pb-2 [&>div]:min-h-14.5"
          toolbarClassName="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-1.5 pb-1.5"
          pendingMacro={pendingMacro}
          macrosLabel={t('macro.after_sending')}
          belowFiles={
            target.kind === 'forward' && (
              <ForwardedFiles
                target={target}
                chosen={Array.isArray(fields.forward_attachments) ? fields.forward_attachments : null}
                onChange={(forward_attachments) => change({ forward_attachments })}
              />
            )
          }
        >
          <div className="flex grow items-center justify-end pl-1.5">
            <Button
              variant="primary"
              disabled={isUploading}
              loading={sending.isSending}
              onClick={() => sending.send()}
            >
              {t(isForward ? 'side_thread.forward' : 'composer.send')}
            </Button>
          </div>
        </MessageSurface>
      </DropZone>
    </div>
  )
}

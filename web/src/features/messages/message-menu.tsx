import type { Message } from '@parley/contract/messages/messages'
import { forwardRefusal } from '@parley/contract/messages/side-threads'
import { Code, Copy, Ellipsis, Forward, Languages, Link, Mail, Split } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.ts'
import { showSideComposer } from '../../lib/side-composer-target.ts'
import { toast } from '../../lib/toast.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useSplit } from './use-split.ts'

// Rarely opened.
const SourceDialog = lazyPart(() => import('./source-dialog.tsx'), 'SourceDialog')

type Actions = {
  message: Message
  onDetails: () => void
  /** Only when AI is enabled. */
  onTranslate?: (() => void) | undefined
}

export function MessageMenu(actions: Actions) {
  const { t } = useTranslation()
  const [showsSource, setShowsSource] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('message.menu')}
            size="sm"
            className="opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis size={14} aria-hidden />
          </IconButton>
        }
      >
        <MessageMenuItems {...actions} onSource={() => setShowsSource(true)} />
      </Menu>
      {showsSource && (
        <Suspense>
          <SourceDialog message={actions.message} onClose={() => setShowsSource(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A component of its own, which renders only while the menu is open. */
function MessageMenuItems({ message, onDetails, onTranslate, onSource }: Actions & { onSource: () => void }) {
  const { t } = useTranslation()
  const onSplit = useSplit(message)
  const me = useMe()
  const { uuid: message_uuid, conversation_uuid: uuid } = message
  const copy = (text: string, copied: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t(copied)),
      // Browsers block the clipboard on plain-http pages other than localhost.
      () => toast.error(t('message.copy_failed')),
    )
  return (
    <>
      {forwardRefusal(message) === null && may(me, 'conversations:forward') && may(me, 'messages:write') && (
        <MenuItem
          icon={<Forward size={14} aria-hidden />}
          onClick={() => showSideComposer({ uuid, kind: 'forward', message_uuid })}
        >
          {t('message.forward')}
        </MenuItem>
      )}
      <MenuItem
        icon={<Copy size={14} aria-hidden />}
        onClick={() => void copy(message.text_content, 'message.copied')}
      >
        {t('message.copy')}
      </MenuItem>
      <MenuItem
        icon={<Link size={14} aria-hidden />}
        onClick={() => void copy(linkTo(message), 'message.link_copied')}
      >
        {t('message.copy_link')}
      </MenuItem>
      {onTranslate && (
        <MenuItem icon={<Languages size={14} aria-hidden />} onClick={onTranslate}>
          {t('ai.translate')}
        </MenuItem>
      )}
      {onSplit && (
        <MenuItem icon={<Split size={14} aria-hidden />} onClick={onSplit}>
          {t('merges.split')}
        </MenuItem>
      )}
      {(!message.private || message.side_thread_uuid) && (
        <MenuItem icon={<Mail size={14} aria-hidden />} onClick={onDetails}>
          {t('message.details')}
        </MenuItem>
      )}
      {message.sender_type === 'contact' && message.type !== 'activity' && (
        <MenuItem icon={<Code size={14} aria-hidden />} onClick={onSource}>
          {t('message.source')}
        </MenuItem>
      )}
    </>
  )
}

/** The current page at this message. */
const linkTo = ({ uuid }: Message): string => `${location.href.split('#')[0]}#message-${uuid}`

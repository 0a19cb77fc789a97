import type { Message } from '@parley/contract/messages/messages'
import { Copy, Ellipsis, Languages, Mail, Split } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../lib/toast.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useSplit } from './use-split.ts'

export function MessageMenu({
  message,
  onDetails,
  onTranslate,
}: {
  message: Message
  onDetails: () => void
  /** Only when AI is enabled. */
  onTranslate?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const onSplit = useSplit(message)
  const copy = () =>
    navigator.clipboard.writeText(message.text_content).then(
      () => toast.success(t('message.copied')),
      // Browsers block the clipboard on plain-http pages other than localhost.
      () => toast.error(t('message.copy_failed')),
    )
  return (
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
      <MenuItem icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
        {t('message.copy')}
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
      {!message.private && (
        <MenuItem icon={<Mail size={14} aria-hidden />} onClick={onDetails}>
          {t('message.details')}
        </MenuItem>
      )}
    </Menu>
  )
}

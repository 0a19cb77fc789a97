import type { Conversation } from '@parley/contract/conversations/conversations'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  Ban,
  Check,
  Ellipsis,
  Hash,
  Link as LinkIcon,
  MailOpen,
  PanelRight,
  RotateCcw,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isAvailable } from '../../commands/command.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommand, useShortcutKey } from '../../commands/command-registry.ts'
import { useIsMobile } from '../../lib/browser/use-media-query.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { tooltip } from '../../ui/overlays/tooltip.ts'
import { HeaderColleagues } from './presence/colleagues.tsx'
import { StatusPicker } from './properties/status-picker.tsx'
import { SnoozeMenu } from './snooze/snooze-menu.tsx'
import { OPEN, RESOLVED, setStatusTo, snoozeFor } from './target/conversation-target.ts'
import type { ConversationActions } from './use-conversation-actions.ts'

/** Subject, status and actions. */
export function ConversationHeader({
  subjectOf,
  conversation,
  actions,
  listPath,
  panelOpen,
  onTogglePanel,
  onCustomSnooze,
}: {
  subjectOf: Conversation
  /** The conversation of everything else. */
  conversation: Conversation
  actions: ConversationActions
  listPath: string
  panelOpen: boolean
  onTogglePanel: () => void
  onCustomSnooze: () => void
}) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.panel')
  return (
    <header className="@container flex h-12 shrink-0 items-center gap-1 border-b pr-2.5 pl-4">
      <Link
        to={listPath}
        search
        aria-label={t('inbox.back')}
        className="-ml-3 grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover md:hidden"
      >
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <Subject conversation={subjectOf} />
      <HeaderColleagues uuid={conversation.uuid} drafting={conversation.drafting} />
      <div className="hidden @min-[42rem]:block">
        <StatusPicker conversation={conversation} actions={actions} quiet />
      </div>
      {actions.can('set_status') && (
        <SnoozeMenu
          conversation={conversation}
          onSnooze={(minutes) => actions.run(snoozeFor(minutes))}
          onCustom={onCustomSnooze}
        />
      )}
      <CommandButton command="ai.summarise" className="@max-[26rem]:hidden!" />
      <MoreMenu actions={actions} />
      <IconButton
        label={t('command.details')}
        shortcut={shortcut}
        pressed={panelOpen}
        onClick={onTogglePanel}
      >
        <PanelRight size={16} aria-hidden />
      </IconButton>
      <ResolveButton conversation={conversation} actions={actions} />
    </header>
  )
}

function Subject({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  // When it fills the page, it is the page's heading.
  const Heading = useIsMobile() ? 'h1' : 'h2'
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-2">
      <Heading
        dir="auto"
        title={conversation.subject ?? undefined}
        className="truncate text-md font-semibold"
      >
        {conversation.subject || t('conversation.no_subject')}
      </Heading>
      <span className="shrink-0 text-ink-3 tabular-nums @max-[26rem]:hidden">
        #{conversation.reference_number}
      </span>
      {!conversation.contact.enabled && (
        <span title={t('conversation.contact_blocked')} className="shrink-0 self-center">
          <Badge tone="bad" icon={<Ban size={12} aria-hidden />}>
            <span className="@max-[34rem]:sr-only">{t('conversation.contact_blocked')}</span>
          </Badge>
        </span>
      )}
    </div>
  )
}

function MoreMenu({ actions }: { actions: ConversationActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.mark_unread')
  return (
    <Menu
      align="end"
      className="w-56"
      trigger={
        <IconButton label={t('conversation.more')}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={<MailOpen size={16} aria-hidden />}
        shortcut={shortcut}
        onClick={() => actions.run({ type: 'mark_unread' })}
      >
        {t('command.mark_unread')}
      </MenuItem>
      <CommandItem command="composer.forward" />
      <CommandItem command="ai.summarise" />
      <CommandItem command="ai.suggest_tags" />
      <MenuSeparator />
      <MenuItem icon={<LinkIcon size={16} aria-hidden />} onClick={actions.copyLink}>
        {t('command.copy_link')}
      </MenuItem>
      <MenuItem icon={<Hash size={16} aria-hidden />} onClick={actions.copyReference}>
        {t('command.copy_reference')}
      </MenuItem>
      <CommandItem command="conversation.print" />
      <CommandItem command="conversation.transcript" />
    </Menu>
  )
}

/** A command from another feature, while it is registered. */
function CommandItem({ command: id }: { command: string }) {
  const { t } = useTranslation()
  const command = useCommand(id)
  if (!command?.run || !command.icon || !isAvailable(command)) return null
  const Icon = command.icon
  return (
    <MenuItem icon={<Icon size={16} aria-hidden />} onClick={command.run}>
      {t(command.label)}
    </MenuItem>
  )
}

function ResolveButton({
  conversation,
  actions,
}: {
  conversation: Conversation
  actions: ConversationActions
}) {
  const { t } = useTranslation()
  const isClosed = conversation.status_category === 'closed'
  const refusal = isClosed ? actions.refusalOf('set_status') : actions.resolveRefusal
  const label = t(isClosed ? 'command.reopen' : 'command.resolve')
  const shortcut = useShortcutKey(isClosed ? 'conversation.reopen' : 'conversation.resolve')
  const Icon = isClosed ? RotateCcw : Check
  return (
    // The wrapper carries the reason: a disabled button has no tooltip.
    <span
      {...tooltip(refusal ?? label, { shortcut: refusal === null ? shortcut : undefined })}
      title={refusal ?? undefined}
      className="ml-1 inline-flex"
    >
      <Button
        className="@max-[22rem]:px-2"
        disabled={refusal !== null}
        onClick={() => actions.run(setStatusTo(isClosed ? OPEN : RESOLVED))}
      >
        <Icon size={16} aria-hidden />
        <span className="@max-[22rem]:sr-only">{label}</span>
      </Button>
    </span>
  )
}

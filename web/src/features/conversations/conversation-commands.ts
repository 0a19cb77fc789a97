import type { Conversation } from '@parley/contract/conversations/conversations'
import { AtSign, FileText, Hash, History, Link, PanelRight, Printer } from 'lucide-react'
import type { Command } from '../../commands/command.ts'
import { showTrail } from '../../lib/trail-target.ts'
import { mergeCommand } from './merge/merge-command.ts'
import type { TargetUi } from './target/conversation-target.ts'
import { targetCommands } from './target/target-commands.ts'
import { downloadTranscript, printConversation } from './transcript.ts'
import type { ConversationActions } from './use-conversation-actions.ts'

const GROUP = 'commands.group.conversation'

/** Commands for the open conversation. */
export function conversationCommands(
  c: Conversation,
  actions: ConversationActions,
  ui: TargetUi & { togglePanel: () => void },
): Command[] {
  return [
    ...targetCommands(actions, GROUP, ui),
    mergeCommand(c.merged_into ? [] : [c], actions.me, GROUP),
    {
      id: 'conversation.copy_link',
      label: 'command.copy_link',
      group: GROUP,
      icon: Link,
      run: actions.copyLink,
    },
    {
      id: 'conversation.copy_reference',
      label: 'command.copy_reference',
      group: GROUP,
      icon: Hash,
      run: actions.copyReference,
    },
    {
      id: 'conversation.copy_email',
      label: 'command.copy_email',
      group: GROUP,
      icon: AtSign,
      when: () => c.contact.email !== null,
      run: actions.copyEmail,
    },
    {
      id: 'conversation.print',
      label: 'command.print',
      group: GROUP,
      keys: 'mod+p',
      scope: 'anywhere',
      icon: Printer,
      keywords: 'PDF',
      run: () => printConversation(c.uuid),
    },
    {
      id: 'conversation.transcript',
      label: 'command.transcript_text',
      group: GROUP,
      icon: FileText,
      run: () => downloadTranscript(c.uuid),
    },
    {
      id: 'conversation.trail',
      label: 'command.trail',
      group: GROUP,
      keys: 'w',
      icon: History,
      keywords: ui.t('command.trail.keywords'),
      run: () => showTrail({ uuid: c.uuid, message_id: null }),
    },
    {
      id: 'conversation.panel',
      label: 'command.details',
      group: 'commands.group.view',
      keys: ']',
      icon: PanelRight,
      run: ui.togglePanel,
    },
  ]
}

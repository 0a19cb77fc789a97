import type { MacroAction } from '@parley/contract/macros/macros'
import type { TFunction } from 'i18next'
import {
  CircleDot,
  FolderInput,
  type LucideIcon,
  SignalHigh,
  Tag,
  Tags,
  UserRound,
  UsersRound,
} from 'lucide-react'

/** Describes an action: "Assign to Noor Bakker". */
export function describeAction({ type, value, display_value }: MacroAction, t: TFunction): string {
  const what = (display_value.length > 0 ? display_value : value).join(', ')
  switch (type) {
    case 'assign_team':
      return t('macro.action.assign_team', { what })
    case 'assign_user':
      return t('macro.action.assign_user', { what })
    case 'set_status':
      return t('macro.action.set_status', { what })
    case 'set_priority':
      return t('macro.action.set_priority', { what })
    case 'set_tags':
      return t('macro.action.set_tags', { what })
    case 'add_tags':
      return t('macro.action.add_tags', { what })
    case 'remove_tags':
      return t('macro.action.remove_tags', { what })
    case 'move_inbox':
      return t('macro.action.move_inbox', { what })
    default:
      return what
  }
}

const icons: Record<string, LucideIcon> = {
  assign_team: UsersRound,
  assign_user: UserRound,
  set_priority: SignalHigh,
  set_tags: Tags,
  add_tags: Tag,
  remove_tags: Tag,
  move_inbox: FolderInput,
}

export const actionIcon = (type: string): LucideIcon => icons[type] ?? CircleDot

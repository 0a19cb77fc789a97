import {
  Hourglass,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Smile,
  Tag,
  UserRound,
  Users,
} from 'lucide-react'
import { reportPages } from '../features/reports/pages.ts'
import type { Entry } from './areas.ts'

const icons: Record<(typeof reportPages)[number]['name'], LucideIcon> = {
  overview: LayoutDashboard,
  agents: UserRound,
  teams: Users,
  inboxes: Inbox,
  tags: Tag,
  sla: Hourglass,
  satisfaction: Smile,
}

export const everyReportEntry: readonly Entry[] = reportPages.map(({ name, path, label }) => ({
  path,
  label,
  icon: icons[name],
  permissions: ['reports:manage'],
}))

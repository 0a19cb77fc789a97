import type { DesignBlockType } from '@parley/contract/templates/template-design'
import {
  Building2,
  Heading,
  Image,
  Link,
  type LucideIcon,
  MessageSquareText,
  Minus,
  PaintRoller,
  RectangleHorizontal,
  Text,
} from 'lucide-react'

export const blockIcons = {
  bar: PaintRoller,
  logo: Image,
  heading: Heading,
  text: Text,
  content: MessageSquareText,
  button: RectangleHorizontal,
  links: Link,
  divider: Minus,
  footer: Building2,
} as const satisfies Record<DesignBlockType, LucideIcon>

import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

// Inline styles: an email carries no style sheet, and without them most mail clients show no borders.
const tableStyle = 'border-collapse:collapse'
const cellStyle = 'border:1px solid #c4c4c4;padding:4px 8px;vertical-align:top'

/** Column widths from a spreadsheet suit its screen, not an email or a phone. */
const withoutWidth = { default: null, rendered: false, parseHTML: () => null }

/** Tables can only be pasted: rows and cells are kept, with borders that mail clients show. */
export const tableExtensions = [
  Table.extend({
    renderHTML: () => ['table', { style: tableStyle }, ['tbody', 0]],
    // The default node view is for resizable columns.
    addNodeView: () => null,
  }),
  TableRow,
  TableCell.extend({
    addAttributes() {
      return { ...this.parent?.(), colwidth: withoutWidth }
    },
  }).configure({ HTMLAttributes: { style: cellStyle } }),
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), colwidth: withoutWidth }
    },
  }).configure({ HTMLAttributes: { style: `${cellStyle};text-align:left` } }),
]

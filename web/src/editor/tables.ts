import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

// Part of the text itself: a mail takes no style sheet along, and without it most mail programs show no borders.
const tableStyle = 'border-collapse:collapse'
const cellStyle = 'border:1px solid #c4c4c4;padding:4px 8px;vertical-align:top'

/** What a spreadsheet says about widths is of its screen, and neither mail nor phone has that. */
const withoutWidth = { default: null, rendered: false, parseHTML: () => null }

/** Tables come by pasting alone: rows and cells as they were, with borders that mail programs show. */
export const tableExtensions = [
  Table.extend({
    renderHTML: () => ['table', { style: tableStyle }, ['tbody', 0]],
    // Its own view is for columns that are dragged wider.
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

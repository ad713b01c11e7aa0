import type { Column } from './data-table.js';

/** The last column: what can be done with a row. */
export const actionsColumn = <Row,>(width: string, cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  header: <span className="visually-hidden">Actions</span>,
  align: 'end',
  width,
  narrow: 'actions',
  cell,
});

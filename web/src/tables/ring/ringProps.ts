import type { TableProps } from '../../moves/tableProps.ts';
import type { RingView } from './ringView.ts';

/** What every part of the ring gets. */
export interface RingProps extends Omit<TableProps, 'view'> {
  readonly view: RingView;
}

/** A journal in memory: for tests, and for hosts who want to store nothing. */
import { connect } from './data-folder/connect.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { operations } from './operations.ts';
import { StoredJournal } from './storedJournal.ts';

export class MemoryJournal extends StoredJournal {
  constructor() {
    super(inThisThread(connect(':memory:', false), operations));
  }
}

import type { ClubCommand } from '../club/command';
import { harvestApprove, harvestDiscard, harvestList, harvestShow } from './harvests/harvests.club';
import { harvestCorrect, harvestRecord } from './harvests/record.club';
import { roomPhoto, roomUnphoto } from './photos/photos.club';
import { plantsLose, plantsStage } from './plants/plants.club';
import { roomAdd, roomCount, roomList } from './rooms/rooms.club';
import { saleClose, saleCreate, saleList } from './sales/sales.club';

/** The staff commands of growing, in the order of the usage. */
export const growingCommands: readonly ClubCommand[] = [
  roomAdd,
  roomList,
  roomCount,
  roomPhoto,
  roomUnphoto,
  plantsStage,
  plantsLose,
  saleCreate,
  saleClose,
  saleList,
  harvestRecord,
  harvestShow,
  harvestApprove,
  harvestDiscard,
  harvestCorrect,
  harvestList,
];

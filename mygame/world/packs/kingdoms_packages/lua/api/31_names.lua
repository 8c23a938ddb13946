-- What the game's own cards, generals and skills are called in Chinese (manual 8): sgs.Sanguosha:translate knows them.
host.native_names = {
  wei = "魏", shu = "蜀", wu = "吴", qun = "群", god = "神", lord = "主公", loyalist = "忠臣", rebel = "反贼", renegade = "内奸",
  spade = "黑桃", club = "梅花", heart = "红桃", diamond = "方块", no_suit = "无花色", red = "红色", black = "黑色",
  basic = "基本牌", trick = "锦囊牌", equip = "装备牌",
  -- cards
  slash = "杀", fire_slash = "火杀", thunder_slash = "雷杀", jink = "闪", peach = "桃", analeptic = "酒", crossbow = "诸葛连弩",
  double_sword = "雌雄双股剑", qinggang_sword = "青釭剑", ice_sword = "寒冰剑", blade = "青龙偃月刀", spear = "丈八蛇矛", axe = "贯石斧",
  halberd = "方天画戟", kylin_bow = "麒麟弓", fan = "朱雀羽扇", guding_blade = "古锭刀", eight_diagram = "八卦阵", renwang_shield = "仁王盾",
  vine = "藤甲", silver_lion = "白银狮子", jueying = "绝影", dilu = "的卢", zhuahuangfeidian = "爪黄飞电", hualiu = "骅骝", chitu = "赤兔",
  dayuan = "大宛", zixing = "紫骍", rende_gift = "仁德赠牌", jijiang_call = "激将号令", zhiheng_exchange = "制衡换牌", kurou_blow = "苦肉受罚",
  fanjian_plot = "反间之计", jieyin_bond = "结姻之约", qingnang_cure = "青囊医治", lijian_rift = "离间之计", ex_nihilo = "无中生有",
  dismantlement = "过河拆桥", snatch = "顺手牵羊", duel = "决斗", collateral = "借刀杀人", fire_attack = "火攻", iron_chain = "铁索连环",
  amazing_grace = "五谷丰登", god_salvation = "桃园结义", savage_assault = "南蛮入侵", archery_attack = "万箭齐发", nullification = "无懈可击",
  indulgence = "乐不思蜀", supply_shortage = "兵粮寸断", lightning = "闪电",
  -- generals
  caocao = "曹操", simayi = "司马懿", xiahoudun = "夏侯惇", zhangliao = "张辽", xuchu = "许褚", guojia = "郭嘉", zhenji = "甄姬", liubei = "刘备",
  guanyu = "关羽", zhangfei = "张飞", zhugeliang = "诸葛亮", zhaoyun = "赵云", machao = "马超", huangyueying = "黄月英", sunquan = "孙权",
  ganning = "甘宁", lumeng = "吕蒙", huanggai = "黄盖", zhouyu = "周瑜", daqiao = "大乔", luxun = "陆逊", sunshangxiang = "孙尚香", huatuo = "华佗",
  lubu = "吕布", diaochan = "貂蝉",
  -- skills
  jianxiong = "奸雄", hujia = "护驾", fankui = "反馈", guicai = "鬼才", ganglie = "刚烈", tuxi = "突袭", luoyi = "裸衣", tiandu = "天妒",
  yiji = "遗计", luoshen = "洛神", qingguo = "倾国", rende = "仁德", jijiang = "激将", wusheng = "武圣", paoxiao = "咆哮", guanxing = "观星",
  kongcheng = "空城", longdan = "龙胆", tieji = "铁骑", mashu = "马术", jizhi = "集智", qicai = "奇才", zhiheng = "制衡", jiuyuan = "救援",
  qixi = "奇袭", keji = "克己", kurou = "苦肉", yingzi = "英姿", fanjian = "反间", guose = "国色", liuli = "流离", qianxun = "谦逊",
  deed = "技能发动", lianying = "连营", jieyin = "结姻", xiaoji = "枭姬", qingnang = "青囊", jijiu = "急救", wushuang = "无双", lijian = "离间", biyue = "闭月",
}
